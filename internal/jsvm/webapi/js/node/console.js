// node:console.
(function () {
  return Object.assign(Object.create(console), console);
});
