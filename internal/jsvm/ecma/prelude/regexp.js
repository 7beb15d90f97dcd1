// RegExp.escape.
({
  escape(text) {
    if (typeof text !== 'string') throw new TypeError('Input parameter to RegExp.escape must be a string');
    const controls = { '\t': 't', '\n': 'n', '\v': 'v', '\f': 'f', '\r': 'r' };
    const hex = (code) =>
      code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
    let escaped = '';
    for (const character of text) {
      const code = character.codePointAt(0);
      if (escaped === '' && /[0-9A-Za-z]/.test(character)) escaped += hex(code);
      else if ('^$\\.*+?()[]{}|/'.includes(character)) escaped += `\\${character}`;
      else if (controls[character]) escaped += `\\${controls[character]}`;
      else if (',-=<>#&!%:;@~\'`"'.includes(character) || /\s/.test(character) || (code >= 0xd800 && code <= 0xdfff)) {
        escaped += hex(code);
      } else escaped += character;
    }
    return escaped;
  },
}).escape;
