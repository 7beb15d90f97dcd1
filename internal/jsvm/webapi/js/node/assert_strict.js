// node:assert/strict.
(function (require) {
  return require('assert').strict;
});
