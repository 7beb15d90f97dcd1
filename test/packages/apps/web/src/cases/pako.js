import { deflate, gzip, inflate, ungzip } from 'pako';

export default () => {
  const data = new TextEncoder().encode('text ü '.repeat(100));
  return [
    deflate(data).length,
    new TextDecoder().decode(inflate(deflate(data))).slice(0, 7),
    new TextDecoder().decode(ungzip(gzip(data))).length,
  ];
};
