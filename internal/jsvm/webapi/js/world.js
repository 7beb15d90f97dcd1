// The state of the web APIs is kept here. bufferOf is the getter of a typed array's buffer.
({ bufferOf: Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'buffer').get });
