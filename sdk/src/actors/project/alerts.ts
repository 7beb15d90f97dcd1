/**
 * Alert rules over the project's checkpoints, evaluated each minute while there is data. A rule notifies its targets
 * when it starts to fire and when it resolves. An undelivered notification is retried with backoff for a day. Those of
 * one rule reach a target in order, so that the last one that it gets is the state of the rule.
 *
 * Keys: `alert/<rule>` since when a rule fires, `looked` the time of the last evaluation, `note/<id>` a notification
 * that is not delivered yet. Due: `alerts`, `notify`.
 */

import { evaluateAlert, type Finding, windowMs } from '../../alerts/evaluate.ts';
import { whyNotPublic } from '../../alerts/public-url.ts';
import { readAlertExpr } from '../../declare/alert-expr.ts';
import { MINUTE_MS } from '../../checkpoints/row.ts';
import type { AlertRuleManifest } from '../../manifest/manifest.ts';
import { binding, projectScope } from '../../platform/env.ts';
import type { Bindings } from '../../platform/host.ts';
import type { ActorPart, ActorState, AppParts } from '../core/actor-part.ts';
import { hasRowsSince, rowsBetween } from './checkpoint-rows.ts';
import { hasSyncNews, syncMetrics } from './sync-metrics.ts';

const ALERT = 'alert/';
const NOTE = 'note/';
const LOOKED = 'looked';

/** The purposes in the due table. */
const EVALUATE = 'alerts';
const NOTIFY = 'notify';

/** Delay from new data to the evaluation of the rules, in ms. */
const SOON_MS = 100;

/** Shortest interval between evaluations, in ms. Each reads all rows of its windows. */
const MIN_INTERVAL_MS = 5_000;

/** Time limit for a target's response, in ms. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Time for which a notification is retried, in ms: a day. */
const GIVE_UP_MS = 86_400_000;

/** Prefix of a target whose URL is in a secret binding. */
const SECRET = 'secret:';

interface Firing {
  readonly since: number;
}

/** A notification: its target, and the JSON to post. Times are milliseconds since the epoch. */
interface Note {
  readonly target: string;
  readonly body: {
    readonly type: 'alert';
    /** The same in every delivery attempt. */
    readonly id: string;
    readonly state: 'firing' | 'resolved';
    readonly app: string;
    readonly projectId: string;
    readonly environment: string;
    readonly rule: string;
    readonly severity: AlertRuleManifest['severity'];
    readonly expr: string;
    readonly window: string;
    /** Every comparison of the rule, with the actual value. */
    readonly values: readonly Finding[];
    /** When the rule started to fire. */
    readonly since: number;
    readonly at: number;
  };
}

/** Schedules an evaluation after new data. It never delays a scheduled one, since data may arrive continuously. */
export function watchAlerts({ store, due, now }: ActorState): void {
  const soon = Math.max(now() + SOON_MS, (store.get<number>(LOOKED) ?? -Infinity) + MIN_INTERVAL_MS);
  const at = due.get(EVALUATE, '');
  if (at === undefined || at > soon) {
    due.set(EVALUATE, '', soon);
  }
}

export function alerts(state: ActorState, env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due, now } = state;
  const rules = manifest.app.alerts;
  /** The longest window. While it has data, a rule may change its state without new data. */
  const longest = Math.max(0, ...rules.map(({ window }) => windowMs(window) ?? 0));

  /** Deletes the state of rules that are no longer declared. */
  function forgetRemovedRules(): void {
    for (const [key] of store.list({ prefix: ALERT })) {
      if (!rules.some(({ name }) => ALERT + name === key)) {
        store.delete(key);
      }
    }
  }

  function evaluate(rule: AlertRuleManifest): void {
    const key = ALERT + rule.name;
    const firing = store.get<Firing>(key);
    const until = now();
    const rows = rowsBetween(store, until - (windowMs(rule.window) ?? 0), until + MINUTE_MS);
    const { holds, findings } = evaluateAlert(readAlertExpr(rule.expr), rows, syncMetrics(store, manifest, until));
    if (holds === (firing !== undefined)) {
      return;
    }
    const since = firing?.since ?? until;
    store.transaction(() => {
      if (holds) {
        store.put(key, { since } satisfies Firing);
      } else {
        store.delete(key);
      }
      notify(rule, { state: holds ? 'firing' : 'resolved', values: findings, since });
    });
  }

  function notify(rule: AlertRuleManifest, change: Pick<Note['body'], 'state' | 'values' | 'since'>): void {
    const { name: app } = manifest.app;
    const { projectId, environment } = projectScope(env);
    const { name, severity, expr, window } = rule;
    const facts = { app, projectId, environment, rule: name, severity, expr, window };
    const { values } = change;
    state.log('warn', `the alert ${JSON.stringify(name)} is ${change.state}`, { rule: name, severity, values });
    for (const target of rule.notify) {
      const id = crypto.randomUUID();
      store.put(NOTE + id, { target, body: { type: 'alert', id, ...facts, ...change, at: now() } } satisfies Note);
      due.set(NOTIFY, id, now());
    }
  }

  /** Returns the undelivered notifications of the same rule for the same target, the oldest first. */
  function lineOf({ target, body }: Note): Note[] {
    return store
      .list<Note>({ prefix: NOTE })
      .map(([, note]) => note)
      .filter((note) => note.target === target && note.body.rule === body.rule)
      .sort((a, b) => a.body.at - b.body.at || (a.body.id < b.body.id ? -1 : 1));
  }

  async function deliver(id: string): Promise<void> {
    const note = store.get<Note>(NOTE + id);
    if (note === undefined) {
      return;
    }
    if (lineOf(note)[0]?.body.id !== id) {
      due.set(NOTIFY, id, null); // due again when the one before it has ended
      return;
    }
    try {
      await post(state, urlOf(note, env), note.body);
    } catch (error) {
      if (now() - note.body.at < GIVE_UP_MS) {
        throw error; // the due table retries
      }
      state.log('error', `gave up notifying of the alert ${JSON.stringify(note.body.rule)} after a day`);
    }
    store.transaction(() => {
      store.delete(NOTE + id);
      const [next] = lineOf(note);
      if (next !== undefined) {
        due.set(NOTIFY, next.body.id, now());
      }
    });
  }

  return {
    due: {
      [EVALUATE]() {
        store.put(LOOKED, now());
        forgetRemovedRules();
        for (const rule of rules) {
          try {
            evaluate(rule);
          } catch (error) {
            state.log('error', `cannot evaluate the alert ${JSON.stringify(rule.name)}: ${String(error)}`);
          }
        }
        const mayChange =
          hasRowsSince(store, now() - longest) ||
          hasSyncNews(store) ||
          store.list({ prefix: ALERT, limit: 1 }).length > 0;
        due.set(EVALUATE, '', rules.length > 0 && mayChange ? now() + MINUTE_MS : null);
      },
      [NOTIFY]: deliver,
    },
  };
}

/** Returns the URL of a target, if it is public. No error contains it, since it may include a key. */
function urlOf({ target, body }: Note, env: Bindings): string {
  const secret = target.startsWith(SECRET) ? target.slice(SECRET.length) : undefined;
  const url = secret === undefined ? target : binding(env, secret);
  const where = secret === undefined ? 'its target' : `the secret ${secret}`;
  const problem = url === undefined ? 'it is not bound' : whyNotPublic(url);
  if (url === undefined || problem !== undefined) {
    throw new Error(`cannot notify of the alert ${JSON.stringify(body.rule)} by ${where}: ${problem}`);
  }
  return url;
}

async function post({ fetch }: ActorState, url: string, body: Note['body']): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), RESPONSE_TIMEOUT_MS);
  let status: number;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: controller.signal,
    });
    status = response.status;
    await response.body?.cancel();
  } catch {
    throw new Error('cannot reach the target of an alert');
  } finally {
    clearTimeout(timer);
  }
  if (status < 200 || status > 299) {
    throw new Error(`the target of an alert answered ${status}`);
  }
}
