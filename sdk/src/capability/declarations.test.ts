import { describe, expect, it } from 'vitest';
import { appEvent } from '../declare/app-event.ts';
import { appObject } from '../declare/app-object.ts';
import { appObjectAssociation } from '../declare/app-object-association.ts';
import { mcpServer } from '../declare/mcp-server.ts';
import { usesScopes } from '../declare/scopes.ts';
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

  it('keeps declared values', () => {
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

  it.each(Object.entries(make))('of %s default to the id in UPPER_SNAKE', (_, declare) => {
    expect(declare('car-lease').uid).toBe('CAR_LEASE');
    expect(declare('car-lease', 'OLD_LEASE').uid).toBe('OLD_LEASE');
  });
});

describe('usesScopes', () => {
  it('calls its function once and returns the result', async () => {
    let calls = 0;
    const run = () => {
      calls++;
      return Promise.resolve(5);
    };
    await expect(usesScopes(['a.read', 'b.write'], run)).resolves.toBe(5);
    expect(calls).toBe(1);
    expect(usesScopes('a.read', () => 'sync')).toBe('sync');
  });

  it('rethrows an error of its function', () => {
    expect(() =>
      usesScopes([], () => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
  });
});

it('options cannot overwrite id and kind', () => {
  expect(tool('x', { id: 'y', kind: 'sync', label: 'X', objectType: 'c', handler: () => ({}) } as never)).toMatchObject(
    { id: 'x', kind: 'tool' },
  );
});
