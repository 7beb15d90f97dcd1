/** Throws on line 3. */
export function explode(where: string): never {
  throw new TypeError(`exploded ${where}`);
}
