/** Defaults that declarations fill in, and small promises of theirs. */

import { describe, expect, it } from 'vitest';
import { appEvent } from './app-event.ts';
import { appObject } from './app-object.ts';
import { appObjectAssociation } from './app-object-association.ts';
import { mcpServer } from './mcp-server.ts';
import { usesScopes } from './scopes.ts';
import { tool } from './tool.ts';

const server = { name: 'M', description: 'M', mcpUrl: 'https://m.example.com', mcpClientId: 'm' };

describe('mcpServer', () => {
  it('defaults uid to the id, version to 1.0.0, enabled to true and scopes to none', () => {
    expect(mcpServer('agent', server)).toEqual({
      ...server,
      kind: 'mcpServer',
      id: 'agent',
      uid: 'agent',
      version: '1.0.0',
      requiredScopes: [],
      enabled: true,
    });
  });

  it('keeps what is declared', () => {
    const options = { ...server, uid: 'u', version: '2.0.0', requiredScopes: ['a'], enabled: false };
    expect(mcpServer('agent', options)).toMatchObject(options);
  });
});

describe('uids', () => {
  const make = {
    appObject: (id: string, uid?: string) => appObject(id, { uid, properties: {} } as never),
    appObjectAssociation: (id: string, uid?: string) => appObjectAssociation(id, { uid } as never),
    appEvent: (id: string, uid?: string) => appEvent(id, { uid, properties: {} } as never),
  };

  it.each(Object.entries(make))('of %s are the id in UPPER_SNAKE when none is declared', (_, declare) => {
    expect(declare('car-lease').uid).toBe('CAR_LEASE');
    expect(declare('car-lease', 'OLD_LEASE').uid).toBe('OLD_LEASE');
  });
});

describe('usesScopes', () => {
  it('calls what it is given, once, and gives its result back', async () => {
    let calls = 0;
    const run = () => {
      calls++;
      return Promise.resolve(5);
    };
    await expect(usesScopes(['a.read', 'b.write'], run)).resolves.toBe(5);
    expect(calls).toBe(1);
    expect(usesScopes('a.read', () => 'sync')).toBe('sync');
  });

  it('lets an error through', () => {
    expect(() =>
      usesScopes([], () => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
  });
});

it('id and kind of a definition are never those of its options', () => {
  expect(tool('x', { id: 'y', kind: 'sync', label: 'X', objectType: 'c', handler: () => ({}) } as never)).toMatchObject(
    { id: 'x', kind: 'tool' },
  );
});
