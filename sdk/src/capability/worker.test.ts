import { describe, expect, it } from 'vitest';
import { recording } from '../../test/recording.ts';
import { DeclarationError } from '../declare/error.ts';
import { ok } from '../declare/result.ts';
import { cardBackend } from './card-backend.ts';
import { defineSource } from './source.ts';
import { sync } from './sync.ts';
import { action, tool } from './tool.ts';
import { trigger } from './trigger.ts';
import { defineWorker } from './worker.ts';

const TOOL = { label: 'T', objectType: 'contact', handler: () => ok() };
const TRIGGER = { eventType: 'contact.creation', handler: () => {} };
const BACKEND = { handler: () => 1 };
const SYNC = { schedule: '5m', handler: () => {} };

describe('a worker', () => {
  it('registers what its methods build, in order, and returns each definition', () => {
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

  it('has methods that work without a receiver', () => {
    const worker = defineWorker('main');
    const { tool: declareTool } = worker;
    declareTool('a', TOOL);
    expect(worker.capabilities).toHaveLength(1);
  });

  it('registers capabilities built elsewhere, through use and options.use', () => {
    const [one, two] = [tool('a', TOOL), trigger('b', TRIGGER)];
    const worker = defineWorker('main', { use: [one] });
    expect(worker.use(two)).toBe(worker);
    expect(worker.capabilities).toEqual([one, two]);
  });

  it('does not register what the standalone functions build', () => {
    const worker = defineWorker('main');
    [tool('a', TOOL), action('a', TOOL), cardBackend('a', BACKEND), trigger('a', TRIGGER), sync('a', SYNC)];
    expect(worker.capabilities).toEqual([]);
  });

  it('refuses a value that is not a capability', () => {
    const worker = defineWorker('main');
    expect(() => worker.use({ kind: 'tool', id: 'x' } as never)).toThrow(
      'invalid capability for worker "main": expected a result of tool, action',
    );
    expect(() => defineWorker('main', { use: [null as never] })).toThrow('got null');
    const source = defineSource({ name: 'rows', fetch: () => ({ rows: [] }) });
    expect(() => worker.use(source as never)).toThrow('got a source');
  });
});

describe('manifest()', () => {
  it('throws when two capabilities of one kind share an id', () => {
    const worker = defineWorker('main');
    worker.trigger('a', TRIGGER);
    worker.trigger('a', TRIGGER);
    expect(() => worker.manifest()).toThrow('duplicate trigger "a" in worker "main"');
  });

  it('throws for an unknown field type and names the field', () => {
    const worker = defineWorker('main');
    worker.tool('a', {
      label: 'A',
      objectType: 'contact',
      input: { tone: { type: 'enum' as never } },
      handler: () => ({}),
    });
    expect(() => worker.manifest()).toThrow('invalid field "tone": unknown field type "enum"');
  });

  it('throws when a tool and an action share an id', () => {
    const worker = defineWorker('main');
    worker.tool('a', TOOL);
    worker.action('a', TOOL);
    expect(() => worker.manifest()).toThrow('duplicate tool or action "a"');
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
  ])('is refused %s, with a fix', (_, run) => {
    expect(run).toThrow(DeclarationError);
    expect(run).toThrow("write const worker = defineWorker('name'), call worker.tool(…)");
  });

  it.each([undefined, null, 5, {}])('refuses %j as a name', (name) => {
    expect(() => defineWorker(name as never)).toThrow('invalid worker name: expected a string');
  });

  it('is reported while recording, and evaluation continues with a usable worker', () => {
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

it('leaves an invalid member of options.use to the rules while recording', () => {
  const { failed } = recording(() => defineWorker('main', { use: [null as never] }));
  expect(failed).toEqual([]);
});
