import { afterEach, describe, expect, it, vi } from 'vitest';
import { backendUrl, callBackend, DEFAULT_SVC_DEV_LOG_URL } from './index.ts';

const scope = globalThis as Record<string, unknown>;

afterEach(() => {
  delete scope.__SVC_BACKEND_URLS__;
});

describe('backendUrl', () => {
  it('returns the URL that the build filled in', () => {
    scope.__SVC_BACKEND_URLS__ = { invoices: 'https://w.example.com/_svc/cards/invoices' };
    expect(backendUrl('invoices')).toBe('https://w.example.com/_svc/cards/invoices');
  });

  it('throws for an unknown backend and lists the known ones', () => {
    scope.__SVC_BACKEND_URLS__ = { invoices: 'x', credit: 'y' };
    expect(() => backendUrl('invoice')).toThrow('unknown card backend "invoice": use invoices or credit');
    expect(() => backendUrl('toString')).toThrow('unknown card backend "toString"');
    scope.__SVC_BACKEND_URLS__ = {};
    expect(() => backendUrl('x')).toThrow('the project has none');
  });

  it('throws outside a built card', () => {
    expect(() => backendUrl('x')).toThrow('works only in a card that svc has built');
  });
});

it('DEFAULT_SVC_DEV_LOG_URL is a loopback URL on port 9099', () => {
  expect(new URL(DEFAULT_SVC_DEV_LOG_URL)).toMatchObject({
    hostname: '127.0.0.1',
    port: '9099',
    pathname: '/__svc/log',
  });
});

describe('callBackend', () => {
  const answering = (status: number, body: object) =>
    vi.fn(async () => ({ ok: status === 200, status, json: async () => body }));

  it('posts the input and returns the result', async () => {
    scope.__SVC_BACKEND_URLS__ = { rows: 'https://x.example/_svc/cards/rows' };
    const fetch = answering(200, { ok: true, capabilityId: 'rows', result: { n: 1 } });
    expect(await callBackend(fetch, 'rows', { a: 1 })).toEqual({ n: 1 });
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://x.example/_svc/cards/rows', {
      method: 'POST',
      body: { input: { a: 1 } },
    });
  });

  it.each([
    [200, { ok: false, status: 'block', message: 'upgrade' }, 'upgrade'],
    [500, { error: 'handler_error', message: 'handler failed' }, 'handler failed'],
    [502, {}, 'card backend "rows" responded with 502'],
  ])('throws for %i %j', async (status, body, message) => {
    scope.__SVC_BACKEND_URLS__ = { rows: 'https://x.example/_svc/cards/rows' };
    await expect(callBackend(answering(status, body), 'rows', {})).rejects.toThrow(message);
  });
});

it('has the exports of the contract, and those that call a backend', async () => {
  expect(Object.keys(await import('./index.ts')).sort()).toEqual([
    'DEFAULT_SVC_DEV_LOG_URL',
    'backendUrl',
    'callBackend',
    'createFlagsSnapshotProvider',
    'disableSvcDev',
    'enableSvcDev',
    'logger',
  ]);
  expect(Object.keys(await import('./react/index.ts')).sort()).toEqual(['FlagsProvider', 'useFlags']);
});
