// The state of the web APIs is kept here. bufferOf and lengthOf are the getters of a typed array's buffer and byteLength.
(() => {
  const getterOf = (name) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name).get;
  return { bufferOf: getterOf('buffer'), lengthOf: getterOf('byteLength') };
})();
