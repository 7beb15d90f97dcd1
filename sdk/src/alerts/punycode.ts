/** Decodes Punycode (RFC 3492), to judge labels of internationalized names. */

const BASE = 36;
const TMIN = 1;
const TMAX = 26;

/** Returns what a label stands for without its `xn--`, undefined if it is not Punycode. */
export function decodePunycode(text: string): string | undefined {
  const end = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(end, 0))].map((char) => char.codePointAt(0) ?? 0);
  let [code, i, bias, at] = [128, 0, 72, end + 1];
  while (at < text.length) {
    const start = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(text.charCodeAt(at++));
      const threshold = Math.min(Math.max(k - bias, TMIN), TMAX);
      i += digit * weight;
      if (!(i <= 0x7fff_ffff)) {
        return undefined; // NaN after a character that is not a digit, and at the end of the text
      }
      if (digit < threshold) {
        break;
      }
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(i - start, length, start === 0);
    code += Math.floor(i / length);
    i %= length;
    if (code > 0x10_ffff) {
      return undefined;
    }
    output.splice(i++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function digitOf(char: number): number {
  if (char >= 48 && char <= 57) {
    return char - 22; // 0 to 9 are 26 to 35
  }
  return char >= 97 && char <= 122 ? char - 97 : Number.NaN;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - TMIN) * TMAX) / 2; k += BASE) {
    rest = Math.floor(rest / (BASE - TMIN));
  }
  return k + Math.floor(((BASE - TMIN + 1) * rest) / (rest + 38));
}
