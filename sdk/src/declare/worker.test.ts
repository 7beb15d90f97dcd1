/** Workers: how capabilities get onto them, and what is refused. */

import { describe, expect, it } from 'vitest';
import { recording } from '../../test/recording.ts';
import { cardBackend } from './card-backend.ts';
import { DeclarationError } from './error.ts';
import { ok } from './result.ts';
import { sync } from './sync.ts';
import { action, tool } from './tool.ts';
import { trigger } from './trigger.ts';
import { defineWorker } from './worker.ts';

const TOOL = { label: 'T', objectType: 'contact', handler: () => ok() };
const TRIGGER = { eventType: 'contact.creation', handler: () => {} };
const BACKEND = { handler: () => 1 };
const SYNC = { schedule: '5m', handler: () => {} };

describe('a worker', () => {
  it('holds what its methods declare, in order, and gives each definition back', () => {
    const worker = defineWorker('main');
    const made = [
      worker.tool('a', TOOL),
      worker.action('b', TOOL),
      worker.cardBackend('c', BACKEND),
      worker.trigger('d', TRIGGER),
      worker.sync('e', SYNC),
    ];
    expect(worker.capabilities).toEqual(made);
    expect(made.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'tool a',
      'tool b',
      'cardBackend c',
      'trigger d',
      'sync e',
    ]);
  });

  it('has methods that work when they are taken off it', () => {
    const worker = defineWorker('main');
    const { tool: declareTool } = worker;
    declareTool('a', TOOL);
    expect(worker.capabilities).toHaveLength(1);
  });

  it('registers what was built elsewhere, by use and by options.use', () => {
    const [one, two] = [tool('a', TOOL), trigger('b', TRIGGER)];
    const worker = defineWorker('main', { use: [one] });
    expect(worker.use(two)).toBe(worker);
    expect(worker.capabilities).toEqual([one, two]);
  });

  it('is not touched by the standalone functions', () => {
    const worker = defineWorker('main');
    [tool('a', TOOL), action('a', TOOL), cardBackend('a', BACKEND), trigger('a', TRIGGER), sync('a', SYNC)];
    expect(worker.capabilities).toEqual([]);
  });

  it('refuses to use what is no capability', () => {
    const worker = defineWorker('main');
    expect(() => worker.use({ kind: 'tool', id: 'x' } as never)).toThrow(
      'worker "main" can use only what tool, action',
    );
    expect(() => defineWorker('main', { use: [null as never] })).toThrow('it got null');
  });
});

describe('manifest()', () => {
  it('throws when two capabilities of one kind share an id', () => {
    const worker = defineWorker('main');
    worker.trigger('a', TRIGGER);
    worker.trigger('a', TRIGGER);
    expect(() => worker.manifest()).toThrow('worker "main" declares the trigger "a" twice');
  });

  it('throws for a field type that there is not, and names the field', () => {
    const worker = defineWorker('main');
    worker.tool('a', {
      label: 'A',
      objectType: 'contact',
      input: { tone: { type: 'enum' as never } },
      handler: () => ({}),
    });
    expect(() => worker.manifest()).toThrow(`field "tone": unknown field type "enum"`);
  });

  it('throws when a tool and an action share an id', () => {
    const worker = defineWorker('main');
    worker.tool('a', TOOL);
    worker.action('a', TOOL);
    expect(() => worker.manifest()).toThrow('declares the tool or action "a" twice');
  });

  it('does not throw when capabilities of different kinds share an id', () => {
    const worker = defineWorker('main');
    worker.tool('a', TOOL);
    worker.trigger('a', TRIGGER);
    worker.cardBackend('a', BACKEND);
    worker.sync('a', SYNC);
    expect(worker.manifest().capabilities.map(({ kind }) => kind)).toEqual(['tool', 'trigger', 'cardBackend', 'sync']);
  });
});

describe('the removed callback form', () => {
  it.each([
    ['alone', () => defineWorker(((worker: unknown) => worker) as never)],
    ['after a name', () => defineWorker('main', (() => {}) as never)],
  ])('is refused %s, with what to write instead', (_, run) => {
    expect(run).toThrow(DeclarationError);
    expect(run).toThrow("write const worker = defineWorker('name'), then worker.tool(…)");
  });

  it.each([undefined, null, 5, {}])('and %j instead of a name is refused', (name) => {
    expect(() => defineWorker(name as never)).toThrow("defineWorker takes the worker's name as a string");
  });

  it('is reported while recording, and evaluation goes on with a worker that can be used', () => {
    const { declared, failed } = recording(() => {
      const worker = defineWorker(((w: unknown) => w) as never);
      worker.tool('a', TOOL);
      worker.use(null as never);
    });
    expect(declared.map(({ kind }) => kind)).toEqual(['worker', 'tool']);
    expect(failed.map(({ error }) => [error.rule, error.path])).toEqual([
      ['define-worker-form', []],
      ['define-worker-form', []],
    ]);
    expect(failed[0]?.definition).toBe(declared[0]?.definition);
  });
});

it('leaves a wrong member of options.use to the checker while recording', () => {
  const { failed } = recording(() => defineWorker('main', { use: [null as never] }));
  expect(failed).toEqual([]);
});
