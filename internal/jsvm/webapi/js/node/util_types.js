// node:util/types.
(function () {
  const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);
  const isObject = (value) => value !== null && typeof value === 'object';
  const is = (name) => (value) => isObject(value) && tag(value) === name;
  const typedArrayTag = Object.getOwnPropertyDescriptor(
    Object.getPrototypeOf(Uint8Array.prototype),
    Symbol.toStringTag,
  ).get;
  const typed = (value) => (isObject(value) ? typedArrayTag.call(value) : undefined);
  const types = {
    isAnyArrayBuffer: (value) => value instanceof ArrayBuffer,
    isArrayBuffer: (value) => value instanceof ArrayBuffer,
    isSharedArrayBuffer: () => false,
    isArrayBufferView: (value) => ArrayBuffer.isView(value),
    isTypedArray: (value) => typed(value) !== undefined,
    isAsyncFunction: (value) => typeof value === 'function' && tag(value) === 'AsyncFunction',
    isGeneratorFunction: (value) => typeof value === 'function' && tag(value).endsWith('GeneratorFunction'),
    isGeneratorObject: (value) => tag(value).endsWith('Generator'),
    isNativeError: (value) => value instanceof Error,
    isBoxedPrimitive: (value) => isObject(value) && /^(Number|String|Boolean|Symbol|BigInt)$/.test(tag(value)),
    isNumberObject: is('Number'),
    isStringObject: is('String'),
    isBooleanObject: is('Boolean'),
    isSymbolObject: is('Symbol'),
    isBigIntObject: is('BigInt'),
    isDate: is('Date'),
    isRegExp: is('RegExp'),
    isMap: is('Map'),
    isSet: is('Set'),
    isWeakMap: is('WeakMap'),
    isWeakSet: is('WeakSet'),
    isPromise: is('Promise'),
    isDataView: is('DataView'),
    isArgumentsObject: is('Arguments'),
    isMapIterator: is('Map Iterator'),
    isSetIterator: is('Set Iterator'),
    isModuleNamespaceObject: is('Module'),
    isProxy: () => false,
    isExternal: () => false,
    isKeyObject: () => false,
    isCryptoKey: (value) => value instanceof CryptoKey,
  };
  for (const name of ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64']) {
    types[`is${name}Array`] = (value) => typed(value) === `${name}Array`;
  }
  for (const name of ['BigInt64', 'BigUint64']) types[`is${name}Array`] = (value) => typed(value) === `${name}Array`;
  return types;
});
