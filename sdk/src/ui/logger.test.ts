import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Ui from './index.ts';
import type { CardLogEntry } from './log-entry.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const DEFAULT = 'http://127.0.0.1:9099/__svc/log';

let ui: typeof Ui;
/** The bodies of beacons, by URL. */
let beacons: { url: string; entries: CardLogEntry[] }[];
let hide: (type: 'pagehide' | 'visibilitychange') => void;

/** What `navigator` is if beacons are sent. */
const beaconing = {
  sendBeacon(url: string, body: string) {
    beacons.push({ url, entries: JSON.parse(body) });
    return true;
  },
};

beforeEach(async () => {
  beacons = [];
  vi.useFakeTimers();
  vi.setSystemTime(1_700_000_000_000);
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation(() => {});
  }
  const page = new EventTarget();
  hide = (type) => page.dispatchEvent(new Event(type));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', beaconing);
  vi.stubGlobal('location', { href: 'http://localhost:3000/cards/Greeting.js' });
  vi.stubGlobal('__SVC_CARD__', 'greeting');
  vi.resetModules();
  ui = await import('./index.ts'); // its state belongs to one load of a card
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const messages = () => beacons.flatMap(({ entries }) => entries.map(({ message }) => message));

describe("the platform's logger", () => {
  it.each(LEVELS)('receives %s', (level) => {
    const platform = { [level]: vi.fn() };
    vi.stubGlobal('logger', platform);
    ui.logger[level]('hello');
    expect(platform[level]).toHaveBeenCalledExactlyOnceWith('hello');
    expect(console[level]).not.toHaveBeenCalled();
  });

  it.each(LEVELS)('is replaced by the console for %s when it is missing', (level) => {
    ui.logger[level]('hello');
    expect(console[level]).toHaveBeenCalledExactlyOnceWith('hello');
  });

  it('receives entries while they are forwarded and after forwarding was disabled', () => {
    const platform = { info: vi.fn() };
    vi.stubGlobal('logger', platform);
    ui.logger.info('one');
    ui.disableSvcDev();
    ui.logger.info('two');
    expect(platform.info.mock.calls).toEqual([['one'], ['two']]);
  });

  it('is found when it appears later', () => {
    ui.logger.info('early');
    const platform = { info: vi.fn() };
    vi.stubGlobal('logger', platform);
    ui.logger.info('late');
    expect(platform.info).toHaveBeenCalledExactlyOnceWith('late');
  });

  const fails = () => {
    throw new Error('no');
  };
  it.each([
    ['throws', { info: fails }],
    ['is not an object', 5],
    ['lacks the level', {}],
    ['throws when it is read', new Proxy({}, { get: fails })],
  ])('does not stop forwarding when it %s', (_, platform) => {
    vi.stubGlobal('logger', platform);
    expect(() => ui.logger.info('hello')).not.toThrow();
    vi.advanceTimersByTime(5_000);
    expect(messages()).toEqual(['hello']);
  });

  it('works without a receiver', () => {
    const platform = { warn: vi.fn() };
    vi.stubGlobal('logger', platform);
    const { warn } = ui.logger;
    warn('hello');
    expect(platform.warn).toHaveBeenCalledOnce();
  });
});

describe('forwarding', () => {
  it.each([
    ['http://localhost:9100/__svc/log?token=a1', 1],
    ['https://evil.example/__svc/log', 0],
  ])('of a card that svc dev --portal has built for %s sends %i beacon to it', (listener, count) => {
    vi.stubGlobal('location', { href: 'https://app.crm.example/Card.js' }).stubGlobal('__SVC_DEV_LOG__', listener);
    ui.logger.info('hello');
    vi.advanceTimersByTime(5_000);
    expect(beacons.map(({ url }) => url)).toEqual(Array(count).fill(listener));
  });

  it('sends entries of a bundle from localhost to the default listener after 5 seconds', () => {
    for (const level of LEVELS) {
      ui.logger[level](`at ${level}`);
    }
    vi.advanceTimersByTime(4_999);
    expect(beacons).toEqual([]);
    vi.advanceTimersByTime(1);
    const session = beacons[0]?.entries[0]?.session;
    expect(session).toMatch(/^[a-z0-9]{1,8}$/);
    expect(beacons).toEqual([
      {
        url: DEFAULT,
        entries: LEVELS.map((level) => ({
          at: 1_700_000_000_000,
          level,
          message: `at ${level}`,
          card: 'greeting',
          session,
        })),
      },
    ]);
  });

  it.each(['https://app.crm.example/record', 'http://localhost.evil.example/', 'file:///card.html', ''])(
    'is off for a bundle from %j',
    (href) => {
      vi.stubGlobal('location', { href });
      ui.logger.info('hello');
      vi.advanceTimersByTime(60_000);
      expect(beacons).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('names the invocation of the backend call that returned last', async () => {
    vi.stubGlobal('__SVC_BACKEND_URLS__', { rows: 'https://x.example/rows' });
    const headers = new Headers({ 'x-svc-invocation': '0f3a-1b' });
    const call = (more: object) =>
      ui.callBackend(async () => ({ ok: true, status: 200, json: async () => ({ ok: true }), ...more }), 'rows', {});
    await call({ headers });
    ui.logger.info('after');
    await call({ headers: new Headers({ 'x-svc-invocation': 'x\n'.repeat(99).trim().replaceAll('\n', ' ') }) });
    ui.logger.info('after another id');
    await call({ headers });
    await call({});
    ui.logger.info('after a call without headers');
    await expect(call({ headers, ok: false, json: () => Promise.reject(new Error('not JSON')) })).rejects.toThrow();
    ui.logger.info('after a failure');
    vi.advanceTimersByTime(5_000);
    expect(beacons[0]?.entries.map(({ invocation }) => invocation)).toEqual([
      '0f3a-1b',
      undefined,
      undefined,
      '0f3a-1b',
    ]);
  });

  it('cuts a long message and says so', () => {
    ui.logger.info('x'.repeat(8_192));
    ui.logger.info('x'.repeat(8_193));
    vi.advanceTimersByTime(5_000);
    expect(messages()[0]).toBe('x'.repeat(8_192));
    expect(messages()[1]).toMatch(/^x+… \[cut: 8193 characters\]$/);
    expect(messages()[1]).toHaveLength(8_192);
  });

  it('reports dropped entries', () => {
    for (let i = 0; i < 10_002; i++) {
      ui.logger.info(`${i}`);
    }
    vi.advanceTimersByTime(5_000);
    expect(messages().slice(0, 2)).toEqual(['2 older entries were dropped: more than 10,000 waited for svc dev', '2']);
  });

  it('flushes when the page is hidden or left', () => {
    ui.logger.info('one');
    vi.stubGlobal('document', { visibilityState: 'visible' });
    hide('visibilitychange');
    expect(messages()).toEqual([]);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    hide('visibilitychange');
    expect(messages()).toEqual(['one']);
    ui.logger.info('two');
    hide('pagehide');
    expect(messages()).toEqual(['one', 'two']);
  });
});

describe('enableSvcDev', () => {
  it('forwards to the default listener, wherever the bundle is from', async () => {
    vi.stubGlobal('location', { href: 'https://app.crm.example/record' });
    ui.enableSvcDev();
    ui.logger.info('hello');
    vi.advanceTimersByTime(5_000);
    expect(beacons[0]?.url).toBe(DEFAULT);
    expect(ui.DEFAULT_SVC_DEV_LOG_URL).toBe(DEFAULT);
  });

  it.each(['http://localhost:9200/__svc/log', 'http://127.0.0.1/x', 'https://[::1]:1/', 'HTTP://LOCALHOST:1/'])(
    'accepts %s',
    (url) => {
      ui.enableSvcDev(url);
      ui.logger.info('hello');
      vi.advanceTimersByTime(5_000);
      expect(beacons[0]?.url).toBe(url);
    },
  );

  it.each([
    'https://evil.example/__svc/log',
    'http://localhost.evil.example/',
    'http://evil.example/?http://localhost/',
    'http://localhost@evil.example/',
    'http://user:secret@localhost/',
    'http://127.0.0.2/',
    'http://127.0.0.1.evil.example/',
    'http://0.0.0.0:9099/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost./',
    'http://app.localhost/',
    'http://192.168.0.1/',
    'ftp://localhost/',
    'ws://localhost/',
    'file://localhost/etc/passwd',
    'javascript:alert(1)//localhost',
    'data:text/plain,localhost',
    '//localhost/',
    'localhost:9099',
    '/__svc/log',
    '',
    null,
    5,
  ])('throws on %j and keeps the listener', (url) => {
    expect(() => ui.enableSvcDev(url as string)).toThrow('use an http URL whose host is localhost, 127.0.0.1 or ::1');
    ui.logger.info('hello');
    vi.advanceTimersByTime(5_000);
    expect(beacons[0]?.url).toBe(DEFAULT);
  });

  it('validates the URL again on every call of the logger and before sending', () => {
    ui.enableSvcDev('http://localhost:1/');
    ui.logger.info('one');
    const parse = globalThis.URL;
    class Other extends parse {
      override get hostname() {
        return 'evil.example';
      }
    }
    vi.stubGlobal('URL', Other);
    ui.logger.info('two');
    vi.advanceTimersByTime(5_000);
    vi.stubGlobal('URL', parse);
    ui.logger.info('three');
    vi.advanceTimersByTime(5_000);
    expect(messages()).toEqual(['three']);
  });

  it('applies to entries that wait', () => {
    ui.logger.info('one');
    ui.enableSvcDev('http://localhost:9200/__svc/log');
    vi.advanceTimersByTime(5_000);
    expect(beacons[0]?.url).toBe('http://localhost:9200/__svc/log');
  });
});

describe('disableSvcDev', () => {
  it('stops forwarding from a bundle from localhost, and discards what waits', () => {
    ui.logger.info('one');
    ui.disableSvcDev();
    ui.logger.info('two');
    vi.advanceTimersByTime(60_000);
    hide('pagehide');
    expect(beacons).toEqual([]);
  });

  it('precedes the detection of localhost', () => {
    ui.disableSvcDev();
    ui.logger.info('one');
    vi.advanceTimersByTime(60_000);
    expect(beacons).toEqual([]);
  });

  it('ends with enableSvcDev', () => {
    ui.disableSvcDev();
    ui.enableSvcDev();
    ui.logger.info('one');
    vi.advanceTimersByTime(5_000);
    expect(messages()).toEqual(['one']);
  });
});

describe('hostile pages', () => {
  const fails = () => {
    throw new Error('no');
  };

  /** Logs, flushes and lets rejected promises settle. */
  async function logAndFlush(message = 'hello') {
    expect(() => ui.logger.info(message)).not.toThrow();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(() => hide('pagehide')).not.toThrow();
    await vi.advanceTimersByTimeAsync(60_000);
  }

  /** A `fetch` that records and then answers. */
  function fetching(answer: () => unknown) {
    const fetch = vi.fn((..._: unknown[]) => answer());
    vi.stubGlobal('fetch', fetch);
    return fetch;
  }

  it.each([
    ['has no navigator', undefined],
    ['has no beacons', {}],
    ['refuses beacons', { sendBeacon: () => false }],
    ['returns nothing for beacons', { sendBeacon: () => undefined }],
    ['throws on beacons', { sendBeacon: fails }],
  ])('a page that %s gets a keepalive fetch', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const fetch = fetching(() => Promise.resolve(new Response()));
    await logAndFlush();
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[0]).toEqual([
      DEFAULT,
      {
        method: 'POST',
        body: expect.stringContaining('"hello"'),
        keepalive: true,
        mode: 'no-cors',
        credentials: 'omit',
      },
    ]);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('offline'))],
    ['throws', fails],
    ['returns nothing', () => undefined],
  ])('a page whose fetch %s loses no entry at the first failure, and ends after the second', async (_, answer) => {
    vi.stubGlobal('navigator', undefined);
    const fetch = fetching(answer);
    await logAndFlush();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('a page without transports gets nothing but its console', async () => {
    vi.stubGlobal('navigator', undefined);
    vi.stubGlobal('fetch', undefined);
    await logAndFlush();
    expect(console.info).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['console', 'URL', 'JSON', 'Date', 'Math', 'Error', 'String', 'addEventListener', 'setTimeout'])(
    'a page without %s does not throw',
    (name) => {
      vi.stubGlobal(name, undefined);
      let error: unknown;
      try {
        ui.logger.info('hello');
        ui.logger.info('hello');
        ui.disableSvcDev();
      } catch (thrown) {
        error = thrown;
      }
      vi.unstubAllGlobals();
      expect(error).toBeUndefined();
    },
  );

  it('a page that froze its globals does not throw', async () => {
    vi.stubGlobal('navigator', Object.freeze({ sendBeacon: beaconing.sendBeacon }));
    vi.stubGlobal('logger', Object.freeze({ info: () => {} }));
    vi.stubGlobal('location', Object.freeze({ href: 'http://localhost:3000/' }));
    await logAndFlush();
    expect(messages()).toEqual(['hello']);
  });

  it.each([
    ['undefined', undefined],
    ['an object', { a: 1 }],
    ['a symbol', Symbol('x')],
    ['an object that throws', { toString: fails, toJSON: fails }],
    ['an object without a prototype', Object.create(null)],
  ])('a message that is %s does not throw', async (_, message) => {
    await logAndFlush(message as string);
  });
});
