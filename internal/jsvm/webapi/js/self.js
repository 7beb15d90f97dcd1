// self: the global object, by the name that browsers and the edge give it.
(function () {
  return { self: globalThis };
});
