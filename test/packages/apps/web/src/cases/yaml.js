import { parse, parseDocument, stringify } from 'yaml';

export default () => {
  const document = parseDocument('# note\na: 1 # one\nb: [x, y]\n');
  document.set('c', { d: true });
  return {
    parsed: parse('a: {b: [1, .inf, 2026-01-02]}\nc: >\n  folded\n  text\n').c,
    text: stringify({ a: ['x', { y: null }], 'k e y': '- dash' }),
    document: String(document),
    errors: parseDocument('a: b: c').errors.map((e) => e.code),
  };
};
