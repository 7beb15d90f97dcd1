// node:stream/web: the streams of the web.
(function () {
  const names = [
    'ReadableStream',
    'ReadableStreamDefaultReader',
    'ReadableStreamDefaultController',
    'ReadableByteStreamController',
    'ReadableStreamBYOBReader',
    'ReadableStreamBYOBRequest',
    'WritableStream',
    'WritableStreamDefaultWriter',
    'WritableStreamDefaultController',
    'TransformStream',
    'TransformStreamDefaultController',
    'CountQueuingStrategy',
    'ByteLengthQueuingStrategy',
    'TextEncoderStream',
    'TextDecoderStream',
    'CompressionStream',
    'DecompressionStream',
  ];
  return Object.fromEntries(names.map((name) => [name, globalThis[name]]));
});
