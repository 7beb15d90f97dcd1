/**
 * Returns the URL of the script that contains this code: that of the innermost frame of the stack. A card's bundle is a
 * classic script, often of a worker, so it has no `import.meta`. Without a URL in the frame, it is that of the page or
 * worker; undefined outside a browser.
 */
export function bundleUrl(): string | undefined {
  try {
    const frame = /[\w+.-]+:\/\/[^\s()]+/.exec(String(new Error().stack))?.[0];
    return frame?.startsWith('http') ? frame.replace(/(?::\d+){1,2}$/, '') : originOf(globalThis.location?.href);
  } catch {
    return undefined; // a page may replace what this uses
  }
}

/** Returns the origin of a URL. That of a blob is the origin of the page that made it. */
function originOf(url: string | undefined): string | undefined {
  return url && new URL(url).origin;
}

/** Longest name of a bundle, in UTF-16 units. */
const MAX_NAME = 100;

/** Returns the name of a bundle's file without its extension, such as `Greeting`; '' for none. */
export function bundleName(url: string | undefined): string {
  return (
    /\/([^/?#]+?)(?:\.\w+)?(?:[?#].*)?$/.exec(url?.replace(/^\w+:\/\/[^/]*/, '') ?? '')?.[1]?.slice(0, MAX_NAME) ?? ''
  );
}
