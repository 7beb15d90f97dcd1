// node:url: the npm package's parser of old URLs, and the URL of the web.
(function (require, host) {
  const url = { ...host.npm('url') };
  const asPath = (path) => encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  return Object.assign(url, {
    URL,
    URLSearchParams,
    domainToASCII: (domain) => (URL.canParse(`ws://${domain}`) ? new URL(`ws://${domain}`).hostname : ''),
    pathToFileURL: (path) => new URL(`file://${asPath(require('path').resolve(path))}`),
    fileURLToPath(file) {
      const parsed = new URL(file);
      if (parsed.protocol !== 'file:') {
        throw Object.assign(new TypeError('The URL must be of scheme file'), { code: 'ERR_INVALID_URL_SCHEME' });
      }
      return decodeURIComponent(parsed.pathname);
    },
  });
});
