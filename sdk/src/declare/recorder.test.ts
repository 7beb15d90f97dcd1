import { describe, expect, it } from 'vitest';
import { recording } from '../../test/recording.ts';
import { defineSource } from '../capability/source.ts';
import { action, tool } from '../capability/tool.ts';
import { defineWorker } from '../capability/worker.ts';
import { defineApp } from './app.ts';
import { appEvent } from './app-event.ts';
import { appObject } from './app-object.ts';
import { appObjectAssociation } from './app-object-association.ts';
import { card } from './card.ts';
import { mcpServer } from './mcp-server.ts';
import { DECLARATION, isDeclaration } from './recorder.ts';

const ANY = {} as never;

describe('every declaration', () => {
  const cases: [call: string, kind: string, args: unknown[], run: (...args: never[]) => object][] = [
    ['defineApp', 'app', [{}], defineApp],
    ['card', 'card', [{}], card],
    ['mcpServer', 'mcpServer', ['x', {}], mcpServer],
    ['appObject', 'appObject', ['x', {}], appObject],
    ['appObjectAssociation', 'appObjectAssociation', ['x', {}], appObjectAssociation],
    ['appEvent', 'appEvent', ['x', {}], appEvent],
    ['defineSource', 'source', [{}], defineSource],
    ['defineSource.push', 'source', [{}], defineSource.push],
    ['defineWorker', 'worker', ['x'], defineWorker],
    ['tool', 'tool', ['x', {}], tool],
    ['action', 'tool', ['x', {}], action],
    ['action', 'tool', ['x', {}], (...args: never[]) => defineWorker('w').action(...(args as [never, never]))],
    ['sync', 'sync', ['x', {}], (...args: never[]) => defineWorker('w').sync(...(args as [never, never]))],
  ];

  it.each(cases)('%s reports its kind and its arguments by identity', (call, kind, args, run) => {
    let definition: object = {};
    const recorded = recording(() => {
      definition = run(...(args as never[]));
    }).declared.at(-1);
    expect(recorded).toMatchObject({ kind, call });
    expect(recorded?.definition).toBe(definition);
    recorded?.args.forEach((arg, i) => expect(arg).toBe(args[i]));
    expect(recorded?.args).toHaveLength(args.length);
  });

  it.each(cases)('%s brands its result, invisibly to JSON and spread', (_call, kind, args, run) => {
    const definition = recordingResult(() => run(...(args as never[])));
    expect((definition as Record<symbol, unknown>)[DECLARATION]).toBe(kind);
    expect(isDeclaration(definition, kind as 'app')).toBe(true);
    expect(Object.getOwnPropertySymbols({ ...definition })).toEqual([]);
  });

  it.each(cases)('%s does not throw without arguments while recording', (_call, kind, _args, run) => {
    const { declared } = recording(() => run());
    expect(declared.at(-1)?.kind).toBe(kind);
  });

  it('uses a registered symbol, on which two copies of the SDK agree', () => {
    expect(DECLARATION).toBe(Symbol.for('svc.declaration'));
  });
});

/** Runs while recording, because some of these declarations are incomplete. */
function recordingResult(run: () => object): object {
  let result: object = {};
  recording(() => {
    result = run();
  });
  return result;
}

it('works without a recorder', () => {
  expect(tool('x', ANY).id).toBe('x');
});

it('does not accept an object of the same shape as a declaration', () => {
  expect(isDeclaration({ kind: 'tool', id: 'x' }, 'tool')).toBe(false);
  expect(isDeclaration(null, 'tool')).toBe(false);
});
