/**
 * Alert rules over the project's checkpoints: looked at each minute while there is anything to look at. When a rule
 * begins to hold its targets are told once, nothing while it holds, and once when it no longer does. A notification
 * that cannot be delivered is repeated with growing pauses, for a day.
 *
 * Keys: `alert/<rule>` since when a rule holds, `looked` when they were looked at, `note/<id>` a notification on its way. Due: `alerts`, `notify`.
 */

import { evaluateAlert, type Finding, windowMs } from '../../alerts/evaluate.ts';
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

/** The purposes in the due-table. */
const LOOK = 'alerts';
const NOTIFY = 'notify';

/** How soon after new data the rules are looked at, in milliseconds. */
const SOON_MS = 100;

/** How long after a look the next one comes at the earliest, in milliseconds: each reads all rows of its windows. */
const BETWEEN_LOOKS_MS = 5_000;

/** How long a target has to answer, in milliseconds. */
const ANSWER_MS = 10_000;

/** How long a notification is tried, in milliseconds: a day. */
const GIVE_UP_MS = 86_400_000;

/** Begins a target that names the secret binding which holds the URL. */
const SECRET = 'secret:';

interface Firing {
  readonly since: number;
}

/** What is posted as JSON to a target, and where. Times are milliseconds since the epoch. */
interface Note {
  readonly target: string;
  readonly body: {
    readonly type: 'alert';
    /** The same in every attempt to deliver it. */
    readonly id: string;
    readonly state: 'firing' | 'resolved';
    readonly app: string;
    readonly projectId: string;
    readonly environment: string;
    readonly rule: string;
    readonly severity: AlertRuleManifest['severity'];
    readonly expr: string;
    readonly window: string;
    /** Every comparison of the rule, with the value that was found. */
    readonly values: readonly Finding[];
    /** Since when the rule holds, or held. */
    readonly since: number;
    readonly at: number;
  };
}

/** Has the rules looked at soon: there is new data. Never later than it was to be: data may come all the time. */
export function watchAlerts({ store, due, now }: ActorState): void {
  const soon = Math.max(now() + SOON_MS, (store.get<number>(LOOKED) ?? -Infinity) + BETWEEN_LOOKS_MS);
  const at = due.get(LOOK, '');
  if (at === undefined || at > soon) {
    due.set(LOOK, '', soon);
  }
}

export function alerts(state: ActorState, env: Bindings, { manifest }: AppParts): ActorPart {
  const { store, due, now } = state;
  const rules = manifest.app.alerts;
  /** The longest window: as long as it has data, what a rule says may change by itself. */
  const longest = Math.max(0, ...rules.map(({ window }) => windowMs(window) ?? 0));

  /** What is known of rules that are no more. */
  function forgetOthers(): void {
    for (const [key] of store.list({ prefix: ALERT })) {
      if (!rules.some(({ name }) => ALERT + name === key)) {
        store.delete(key);
      }
    }
  }

  function look(rule: AlertRuleManifest): void {
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
      tell(rule, holds ? 'firing' : 'resolved', findings, since);
    });
  }

  function tell(rule: AlertRuleManifest, what: Note['body']['state'], values: readonly Finding[], since: number): void {
    const { name: app } = manifest.app;
    const { projectId, environment } = projectScope(env);
    const { name, severity, expr, window } = rule;
    const facts = { app, projectId, environment, rule: name, severity, expr, window, values, since, at: now() };
    state.log('warn', `the alert ${JSON.stringify(name)} is ${what}`, { rule: name, severity, values });
    for (const target of rule.notify) {
      const id = crypto.randomUUID();
      store.put(NOTE + id, { target, body: { type: 'alert', id, state: what, ...facts } } satisfies Note);
      due.set(NOTIFY, id, now());
    }
  }

  async function deliver(id: string): Promise<void> {
    const note = store.get<Note>(NOTE + id);
    if (note === undefined) {
      return;
    }
    try {
      await post(state, urlOf(note.target, env), note.body);
    } catch (error) {
      if (now() - note.body.at < GIVE_UP_MS) {
        throw error; // the due-table tries again
      }
      state.log('error', `the notification of the alert ${JSON.stringify(note.body.rule)} is given up`);
    }
    store.delete(NOTE + id);
  }

  return {
    due: {
      [LOOK]() {
        store.put(LOOKED, now());
        forgetOthers();
        for (const rule of rules) {
          try {
            look(rule);
          } catch (error) {
            state.log('error', `the alert ${JSON.stringify(rule.name)} cannot be looked at: ${String(error)}`);
          }
        }
        const mayChange =
          hasRowsSince(store, now() - longest) ||
          hasSyncNews(store) ||
          store.list({ prefix: ALERT, limit: 1 }).length > 0;
        due.set(LOOK, '', rules.length > 0 && mayChange ? now() + MINUTE_MS : null);
      },
      [NOTIFY]: deliver,
    },
  };
}

/** The URL of a target. It may hold a key: no error names it. */
function urlOf(target: string, env: Bindings): string {
  const url = target.startsWith(SECRET) ? binding(env, target.slice(SECRET.length)) : target;
  if (url === undefined) {
    throw new Error(`the secret ${target.slice(SECRET.length)} is not bound, so an alert cannot be told`);
  }
  if (!url.startsWith('https://')) {
    throw new Error('an alert is told to https URLs only');
  }
  return url;
}

async function post({ fetch }: ActorState, url: string, body: Note['body']): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_MS);
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
    throw new Error('the target of an alert could not be reached');
  } finally {
    clearTimeout(timer);
  }
  if (status < 200 || status > 299) {
    throw new Error(`the target of an alert answered ${status}`);
  }
}
