import { describe, expect, test } from 'vitest';
import { CrmAnswerError } from '../../crm/error.ts';
import type { Send } from '../../crm/send.ts';
import { appEvent } from '../../declare/app-event.ts';
import profile from '../../profiles/crm.json' with { type: 'json' };
import type { RequestContext } from '../../protocol/request-context.ts';
import { EventName } from './event-name.ts';

const paid = appEvent('paid', { name: 'Paid', label: 'Paid', objectType: 'contact', properties: {} });

let installs = 0;

/** An install with its actor's kept names, and the calls to the CRM. */
function setUp(answer: () => unknown, env: Record<string, string> = { SVC_CRM_PROJECT: 'ledger' }) {
  const id = String((installs += 1));
  const kept = new Map<string, string>();
  const asked: unknown[] = [];
  const clock = { now: 0 };
  const actor = async (...call: unknown[]) => {
    expect(call.slice(0, 3)).toEqual(['InstallActor', id, 'eventName']);
    const { uid, name } = call[3] as { uid: string; name?: string };
    if (name !== undefined) {
      kept.set(uid, name);
    }
    return kept.get(uid) ?? null;
  };
  const send: Send = async (method, path, init) => {
    asked.push([method, path, init?.body]);
    return answer();
  };
  const context = { env, host: { actor, now: () => clock.now }, worker: { profile } } as unknown as RequestContext;
  return { kept, asked, clock, send, name: () => new EventName(context, id, paid) };
}

describe('the name of an app event', () => {
  test('is the uid, until the CRM refuses it and answers with the full name', async () => {
    const { kept, asked, send, name } = setUp(() => ({ fullyQualifiedName: 'ae1_PAID' }));
    const first = name();
    expect(await first.current()).toBe('PAID');
    expect(await first.learn(send)).toBe(true);
    expect(await first.current()).toBe('ae1_PAID');
    expect(await first.learn(send)).toBe(false);
    expect(asked).toEqual([['POST', profile.paths.appEventTypes, { developerSymbol: 'PAID', projectName: 'ledger' }]]);
    expect(kept.get('PAID')).toBe('ae1_PAID');
    expect(await name().current()).toBe('ae1_PAID');
  });

  test('is the one that another isolate gave the actor', async () => {
    const { kept, asked, name } = setUp(() => ({}));
    kept.set('PAID', 'ae2_PAID');
    expect(await name().current()).toBe('ae2_PAID');
    expect(asked).toEqual([]);
  });

  test('is asked for again if the CRM refuses the kept one', async () => {
    const { kept, send, name } = setUp(() => ({ fullyQualifiedName: 'ae3_PAID' }));
    kept.set('PAID', 'ae2_PAID');
    const [first, second] = [name(), name()];
    expect([await first.current(), await second.current()]).toEqual(['ae2_PAID', 'ae2_PAID']);
    expect(await first.learn(send)).toBe(true);
    expect(await second.learn(send)).toBe(true);
    expect(await second.current()).toBe('ae3_PAID');
    expect(kept.get('PAID')).toBe('ae3_PAID');
  });

  test('stays the uid if the CRM does not know the event', async () => {
    const refuse = () => {
      throw new CrmAnswerError('POST', '/types/projects', 404, {});
    };
    const { send, name, asked, clock } = setUp(refuse);
    const first = name();
    expect(await first.learn(send)).toBe(false);
    expect(await name().learn(send)).toBe(false);
    expect(await first.current()).toBe('PAID');
    expect(asked).toHaveLength(1);
    clock.now = 300_000;
    expect(await name().learn(send)).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test('stays the uid if the project of the CRM is unknown', async () => {
    const { send, name, asked } = setUp(() => ({}), {});
    expect(await name().learn(send)).toBe(false);
    expect(asked).toEqual([]);
  });

  test.each([429, 503])('is asked for again after a %i', async (status) => {
    let fails = true;
    const { send, name } = setUp(() => {
      if (fails) {
        throw new CrmAnswerError('POST', '/types/projects', status, {});
      }
      return { fullyQualifiedName: 'ae1_PAID' };
    });
    await expect(name().learn(send)).rejects.toThrow(String(status));
    fails = false;
    expect(await name().learn(send)).toBe(true);
  });
});
