// node:stream/promises.
(function (require) {
  return require('stream').promises;
});
