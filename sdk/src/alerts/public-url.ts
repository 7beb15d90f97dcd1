/**
 * Judges whether a URL points to a public host, as package publicurl of `svc check` does. `contract/urls` has vectors
 * for both. It does not resolve names.
 */

import { decodePunycode } from './punycode.ts';

/**
 * Suffixes of names that the public DNS does not resolve: special-use names, and suffixes common on routers, in offices
 * and in clusters.
 */
const LOCAL_SUFFIXES: readonly string[] = [
  ...['localhost', 'local', 'internal', 'home.arpa', 'invalid', 'test', 'onion', 'alt'],
  ...['localdomain', 'lan', 'intranet', 'corp', 'home', 'private', 'svc', 'cluster', 'consul', 'mesh'],
];

/** IPv4 ranges of the IANA special-purpose registry that are not globally reachable. */
const PRIVATE_V4: readonly string[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];

/** Such IPv6 ranges within the range that IANA allocates for the public internet. */
const PRIVATE_V6: readonly string[] = ['2001:2::/48', '2001:10::/28', '2001:20::/28', '2001:db8::/32', '3fff::/20'];

/** The only IPv6 range that IANA allocates for the public internet. */
const GLOBAL_UNICAST = '2000::/3';

/** IPv6 ranges whose last 32 bits are an IPv4 address: mapped, compatible and NAT64. */
const EMBEDS_LAST: readonly string[] = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'];

/** Maximum length of a URL, in bytes. The edge platform rejects longer ones, too. */
const MAX_LENGTH = 16_384;

/**
 * Returns a clause about a URL that is not https or whose host is not public, such as `it is not https`, else undefined.
 * No clause contains a part of the URL, which may be a secret.
 */
export function whyNotPublic(url: string): string | undefined {
  if (/[\s\p{Cc}\\]/u.test(url) || new TextEncoder().encode(url).length > MAX_LENGTH || !URL.canParse(url)) {
    return 'it is not a valid URL';
  }
  const { protocol, hostname, port } = new URL(url);
  const [, authority] = /^https:\/\/([^/?#]+)/iu.exec(url) ?? [];
  if (protocol !== 'https:' || authority === undefined || port === '0') {
    return 'it is not an absolute https URL';
  }
  if (authority.includes('@')) {
    return 'it has credentials before its host';
  }
  return isPublicHost(hostname) && !isAmbiguous(authority, hostname) ? undefined : 'its host is not public';
}

/**
 * Reports whether engines may disagree about a host. Some accept a sign in a number of an IPv4 address, and some drop the
 * `xn--` of a label that stands for ASCII.
 */
function isAmbiguous(authority: string, hostname: string): boolean {
  const plain = plainly(authority);
  return (
    plain === undefined ||
    /(?:^|\.)xn--[^.:]*-(?:[.:]|$)/u.test(plain) ||
    (/^[\d.]+$/u.test(hostname) && /[+-]/u.test(plain))
  );
}

/** Returns the ASCII of a spelled host without escapes and compatibility forms, undefined for a wrong escape. */
function plainly(host: string): string | undefined {
  try {
    const text = decodeURIComponent(host).normalize('NFKC').toLowerCase().replaceAll('\u3002', '.');
    return [...text].filter((char) => char < '\u0080').join('');
  } catch {
    return undefined;
  }
}

/** Reports whether an engine makes a label of what it stands for. Not all engines check that. */
function isCanonical(label: string): boolean {
  if (!label.startsWith('xn--')) {
    return true;
  }
  const text = decodePunycode(label.slice(4));
  const url = `https://${text}.example`;
  return (
    text !== undefined &&
    !/[^\P{ASCII}a-z\d_-]/u.test(text.normalize('NFKD')) &&
    URL.canParse(url) &&
    new URL(url).hostname === `${label}.example`
  );
}

/** @param host a host as URL serializes it: IPv4 in decimal, IPv6 in brackets, names in lower case and ASCII */
function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) {
    return isPublicV6(bitsOf(host.slice(1, -1)));
  }
  if (/^[\d.]+$/u.test(host)) {
    return isPublicV4(bitsOf(host));
  }
  const name = host.replace(/\.$/u, '');
  return (
    name.length <= 253 &&
    /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+$/u.test(name) &&
    name.split('.').every(isCanonical) &&
    !LOCAL_SUFFIXES.some((suffix) => `.${name}`.endsWith(`.${suffix}`))
  );
}

function isPublicV4(bits: string): boolean {
  return !isWithin(bits, PRIVATE_V4);
}

function isPublicV6(bits: string): boolean {
  if (isWithin(bits, EMBEDS_LAST)) {
    return isPublicV4(bits.slice(96));
  }
  if (isWithin(bits, ['2002::/16'])) {
    return isPublicV4(bits.slice(16, 48)); // 6to4
  }
  if (isWithin(bits, ['2001::/32'])) {
    // Teredo: the server, and the client with its bits inverted.
    const client = bits.slice(96).replace(/./gu, (bit) => (bit === '0' ? '1' : '0'));
    return isPublicV4(bits.slice(32, 64)) && isPublicV4(client);
  }
  return isWithin(bits, [GLOBAL_UNICAST]) && !isWithin(bits, PRIVATE_V6);
}

function isWithin(bits: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => {
    const [address = '', length] = prefix.split('/');
    return bits.startsWith(bitsOf(address).slice(0, Number(length)));
  });
}

/** Returns the bits of an IPv4 or IPv6 address as a text of 32 or 128 digits. */
function bitsOf(address: string): string {
  if (!address.includes(':')) {
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  }
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}
