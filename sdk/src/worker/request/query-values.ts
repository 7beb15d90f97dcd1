/**
 * Returns all values of a query parameter, as `url.searchParams` does. Only escapes in the names or in these values need
 * its parser, an object of the host that costs the engine more than the rest of a card's routing.
 */
export function queryValues(url: URL, name: string): string[] {
  const values: string[] = [];
  for (const pair of url.search.slice(1).split('&')) {
    const [key, ...value] = pair.split('=');
    if (/[%+]/.test(key === name ? pair : (key as string))) {
      return url.searchParams.getAll(name);
    }
    if (key === name) {
      values.push(value.join('='));
    }
  }
  return values;
}
