// A replacer for String.prototype.replace that throws when its results exceed a length.
(replacement, limit) => {
  let total = 0;
  const count = (text) => {
    total += text.length;
    if (total > limit) throw new RangeError('Invalid string length');
    return text;
  };
  if (typeof replacement === 'function') return (...args) => count(`${replacement(...args)}`);
  if (!replacement.includes('$')) return () => count(replacement);
  const parts = replacement.split(/(\$(?:[$&`']|\d\d?|<[^>]*>))/);
  const expand = (part, match, captures, offset, text, groups) => {
    if (part === '$$') return '$';
    if (part === '$&') return match;
    if (part === '$`') return text.slice(0, offset);
    if (part === "$'") return text.slice(offset + match.length);
    if (part[1] === '<') return groups === undefined ? part : `${groups[part.slice(2, -1)] ?? ''}`;
    const two = Number(part.slice(1));
    if (two >= 1 && two <= captures.length) return `${captures[two - 1] ?? ''}`;
    const one = Number(part[1]);
    return one >= 1 && one <= captures.length ? `${captures[one - 1] ?? ''}${part.slice(2)}` : part;
  };
  return (match, ...rest) => {
    const groups = typeof rest.at(-1) === 'string' ? undefined : rest.pop();
    const text = rest.pop();
    const offset = rest.pop();
    return parts
      .map((part, i) => (i % 2 === 0 ? count(part) : count(expand(part, match, rest, offset, text, groups))))
      .join('');
  };
};
