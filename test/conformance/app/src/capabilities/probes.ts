// Probes of the JavaScript globals. Both hosts must return the same results.
import { cardBackend } from '@svc/sdk';
import { languageProbes } from './language-probes';

/** Returns the error of a rejected promise or a call that throws. */
async function failure(run: () => unknown): Promise<string> {
  try {
    await run();
    return 'nothing thrown';
  } catch (error) {
    return (error as Error).name;
  }
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, '0')).join('');

const probes: Record<string, () => unknown> = {
  url() {
    const { href, host, port, pathname, search, hash } = new URL(
      'HTTPS://User@ExAmple.com:443/a/./b/../ü%2f?q=1 2&é#f g',
    );
    const query = new URLSearchParams('a=1&b=%20+&a=%zz&c');
    query.append('d', 'x y&=+%ü');
    query.sort();
    return [
      href,
      host,
      port,
      pathname,
      search,
      hash,
      query.toString(),
      query.getAll('a'),
      new URL('../c?x', 'https://a.example/b/d/e').href,
    ];
  },
  headers() {
    const headers = new Headers({ 'X-B': ' two ', 'x-a': '1' });
    headers.append('X-A', '3');
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return [[...headers], headers.get('x-b'), headers.get('nothing'), headers.getSetCookie()];
  },
  async responses() {
    const made = Response.json({ a: 1 }, { status: 201, headers: { 'x-mine': 'y' } });
    const copy = made.clone();
    const text = new Response('ü');
    return [
      made.status,
      made.ok,
      made.headers.get('content-type'),
      await copy.json(),
      made.bodyUsed,
      copy.bodyUsed,
      text.headers.get('content-type'),
      (await text.arrayBuffer()).byteLength,
    ];
  },
  async requests() {
    const request = new Request('https://a.example/x', {
      method: 'post',
      body: new URLSearchParams({ a: 'ü ' }),
      headers: { 'X-Mine': '1' },
    });
    return [
      request.method,
      request.headers.get('content-type'),
      await request.text(),
      await failure(() => request.text()),
      await failure(() => new Request('https://a.example', { method: 'GET', body: 'x' })),
    ];
  },
  encodings() {
    const bytes = new TextEncoder().encode('ü😀\ud800');
    const lenient = new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82]));
    return [
      [...bytes],
      lenient,
      btoa('\u00ffa'),
      atob(' /2E= '),
      escape('ü'),
      encodeURIComponent("a b'ü/"),
      decodeURIComponent('%F0%9F%98%80'),
    ];
  },
  async encodingFailures() {
    return [
      await failure(() => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))),
      await failure(() => atob('a')),
      await failure(() => btoa('ā')),
      await failure(() => decodeURIComponent('%ff')),
      await failure(() => encodeURIComponent('\ud800')),
      await failure(() => new URL('nothing')),
      await failure(() => new Headers({ 'a b': '1' })),
      await failure(() => new Headers({ a: 'x\ny' })),
      await failure(() => JSON.parse('{')),
      await failure(() => structuredClone(() => 1)),
    ];
  },
  async crypto() {
    const data = new TextEncoder().encode('abc');
    const key = await crypto.subtle.importKey('raw', data, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]);
    const mac = await crypto.subtle.sign('HMAC', key, data);
    const random = crypto.getRandomValues(new Uint8Array(16));
    return [
      hex(await crypto.subtle.digest('SHA-256', data)),
      hex(await crypto.subtle.digest('SHA-1', data)),
      hex(mac),
      await crypto.subtle.verify('HMAC', key, mac, data),
      await crypto.subtle.verify('HMAC', key, mac.slice(1), data),
      random.some((byte) => byte !== 0),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()),
      await failure(() => crypto.subtle.digest('MD0', data)),
    ];
  },
  async order() {
    const said: string[] = [];
    const say = (word: string) => () => void said.push(word);
    setTimeout(say('timer 2'), 5);
    setTimeout(say('timer 1'), 0);
    queueMicrotask(say('microtask'));
    Promise.resolve().then(say('then')).then(say('then then'));
    const cancelled = setTimeout(say('cancelled'), 1);
    clearTimeout(cancelled);
    said.push('now');
    await null;
    said.push('awaited');
    await new Promise((resolve) => setTimeout(resolve, 20));
    return said;
  },
  clones() {
    const shared = { a: 1 };
    const source = {
      date: new Date(0),
      map: new Map([['k', new Set([1])]]),
      shared,
      again: shared,
      // biome-ignore lint/suspicious/noSparseArray: a hole is cloned as a hole
      list: [, 1],
      nan: Number.NaN,
      big: 10n,
    };
    const copy = structuredClone(source);
    return [
      copy.date.toISOString(),
      copy.date instanceof Date,
      [...(copy.map.get('k') ?? [])],
      copy.shared === copy.again,
      copy.shared !== shared,
      copy.list.length,
      0 in copy.list,
      Number.isNaN(copy.nan),
      String(copy.big),
    ];
  },
  async signatures() {
    const data = new TextEncoder().encode('header.claims');
    const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
    const answers: unknown[] = [];
    for (const [key, use] of [
      [{ name: 'RSASSA-PKCS1-v1_5', ...rsa }, { name: 'RSASSA-PKCS1-v1_5' }],
      [
        { name: 'RSA-PSS', ...rsa },
        { name: 'RSA-PSS', saltLength: 32 },
      ],
      [
        { name: 'ECDSA', namedCurve: 'P-256' },
        { name: 'ECDSA', hash: 'SHA-256' },
      ],
      [{ name: 'Ed25519' }, { name: 'Ed25519' }],
    ] as const) {
      const pair = (await crypto.subtle.generateKey(key, true, ['sign', 'verify'])) as CryptoKeyPair;
      const signature = await crypto.subtle.sign(use, pair.privateKey, data);
      const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey);
      const read = await crypto.subtle.importKey('jwk', jwk, key, false, ['verify']);
      answers.push([
        await crypto.subtle.verify(use, read, signature, data),
        await crypto.subtle.verify(use, read, signature, data.slice(1)),
        signature.byteLength,
        read.type,
        jwk.kty,
        (await crypto.subtle.exportKey('spki', pair.publicKey)).byteLength,
        await failure(() => crypto.subtle.sign(use, pair.publicKey, data)),
      ]);
    }
    return answers;
  },
  olderEncodings() {
    const bytes = new Uint8Array([0xe9, 0xa4, 0x41]);
    const labels =
      'iso-8859-2 iso-8859-15 windows-1251 koi8-r macintosh shift_jis euc-jp gbk gb18030 big5 euc-kr ibm866 windows-1254';
    return labels.split(' ').map((label) => {
      const decoder = new TextDecoder(label);
      return `${decoder.encoding} ${decoder.decode(bytes)}`;
    });
  },
  intl() {
    const at = new Date(Date.UTC(2026, 6, 3, 0, 5, 9, 87));
    const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options).format(at);
    const number = (value: number, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat('en-US', options).format(value);
    return [
      date({}),
      date({ dateStyle: 'long', timeStyle: 'short', timeZone: 'America/New_York' }),
      date({ timeStyle: 'full', timeZone: 'Europe/Berlin' }),
      date({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', timeZone: 'Asia/Tokyo' }),
      date({ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false }),
      date({ timeZoneName: 'longOffset', timeZone: 'Asia/Kathmandu' }),
      new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }).formatToParts(at),
      at.toLocaleString('en-US', { timeZone: 'Europe/London' }),
      at.toLocaleTimeString(),
      Intl.DateTimeFormat().resolvedOptions().timeZone,
      number(-1234.5, { style: 'currency', currency: 'EUR' }),
      number(0.256, { style: 'percent' }),
      number(1_234_567, { notation: 'compact' }),
      (1.005).toLocaleString('en-US', { maximumFractionDigits: 2 }),
      [1, 2, 3, 11].map((n) => new Intl.PluralRules('en', { type: 'ordinal' }).select(n)),
      new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1, 'day'),
      new Intl.ListFormat('en').format(['a', 'b', 'c']),
      ['10', '9', '1'].sort(new Intl.Collator('en', { numeric: true }).compare),
      typeof Intl.Segmenter,
    ];
  },
  async streams() {
    const chunks = new ReadableStream<string>({
      start(controller) {
        controller.enqueue('a');
        controller.enqueue('bc');
        controller.close();
      },
    });
    const upper = chunks.pipeThrough(
      new TransformStream<string, string>({
        transform: (chunk, controller) => controller.enqueue(chunk.toUpperCase()),
      }),
    );
    const read: string[] = [];
    const reader = upper.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      read.push(next.value);
    }
    return [
      read,
      await new Response(
        new ReadableStream({ start: (c) => (c.enqueue(new Uint8Array([104, 105])), c.close()) }),
      ).text(),
    ];
  },
  async aborts() {
    const controller = new AbortController();
    const seen: string[] = [];
    controller.signal.addEventListener('abort', () => seen.push('listener'));
    controller.abort(new RangeError('mine'));
    controller.abort('again');
    return [
      seen,
      controller.signal.aborted,
      (controller.signal.reason as Error).name,
      await failure(() => AbortSignal.abort().throwIfAborted()),
      await failure(() => AbortSignal.any([controller.signal]).throwIfAborted()),
      AbortSignal.timeout(60_000).aborted,
    ];
  },
  ...languageProbes,
  async bodies() {
    const form = new FormData();
    form.append('a', 'ü');
    form.append('f', new Blob(['x'], { type: 'text/plain' }), 'f.txt');
    const read = await new Response(form).formData();
    const file = read.get('f') as unknown as File;
    return [
      read.get('a'),
      file.name,
      file.type,
      await file.text(),
      await new Blob(['ab', new Uint8Array([99])]).slice(1).text(),
      new Blob(['ü']).size,
    ];
  },
};

/** Runs one probe. */
export const probe = cardBackend('probe', {
  input: { what: { type: 'string', required: true } },
  handler: ({ input }) => probes[input.what]?.(),
});
