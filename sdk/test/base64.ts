/** Adds the base64 of ECMAScript 2026, which the hosts have, to versions of Node that lack it. */

if (!('fromBase64' in Uint8Array)) {
  Object.assign(Uint8Array, {
    fromBase64: (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
  });
  Object.assign(Uint8Array.prototype, {
    toBase64(this: Uint8Array) {
      return btoa(String.fromCharCode(...this));
    },
  });
}
