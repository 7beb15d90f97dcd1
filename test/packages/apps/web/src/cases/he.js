import he from 'he';

export default () => [
  he.encode('foo © bar ≠ baz qux'),
  he.encode('ü', { useNamedReferences: true }),
  he.decode('&lt;&copy;&#x1D306;&eacute;'),
  he.escape('<a href="x">'),
];
