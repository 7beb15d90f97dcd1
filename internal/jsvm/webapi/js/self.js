// self: the global object.
(function () {
  return { self: globalThis };
});
