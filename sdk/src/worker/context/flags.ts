/** `ctx.flags`: snapshots from the project's actor, evaluated here. Whatever goes wrong gives the caller's default. */

import type { FlagClientResult, FlagEvaluationResult, FlagSnapshot, FlagsContext } from '../../context/flags.ts';
import type { InstallContext } from '../../context/install.ts';
import {
  evaluateBooleanFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
  failed,
  type MaybeFlag,
} from '../../flags/evaluate.ts';
import { FLAG_KEY } from '../../flags/shape.ts';
import { Deadline, TIMED_OUT } from '../../platform/deadline.ts';
import { binding, projectName } from '../../platform/env.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';

type Evaluate<T> = (
  flag: MaybeFlag,
  context: Readonly<Record<string, unknown>>,
  defaultValue: T,
) => FlagEvaluationResult<T>;

/** The flags of a linked deploy; undefined on one that belongs to no project. */
export function makeFlags(
  context: RequestContext,
  install: InstallContext,
  invocation: Invocation,
): FlagsContext | undefined {
  if (binding(context.env, 'SVC_PROJECT_ID') === undefined) {
    return undefined;
  }
  const found = new Map<string, Promise<MaybeFlag>>();
  let config: Promise<object> | undefined;
  const base = {
    targetingKey: install.portalId === null ? undefined : String(install.portalId),
    portalId: install.portalId,
    installId: install.id,
    installState: install.state,
  };

  async function evaluated<T>(evaluate: Evaluate<T>, key: string, defaultValue: T): Promise<FlagEvaluationResult<T>> {
    try {
      if (!found.has(key)) {
        found.set(key, snapshot(context, key));
      }
      const flag = await found.get(key);
      const isEnough = !asksBeyond(flag, base);
      return evaluate(
        flag,
        isEnough ? base : { ...(await (config ??= install.config<object>())), ...base },
        defaultValue,
      );
    } catch (error) {
      return failed(defaultValue, error);
    }
  }

  function getter<T>(evaluate: Evaluate<T>) {
    return async (key: string, defaultValue: T): Promise<T> => {
      if (typeof key !== 'string') {
        return defaultValue;
      }
      const { value, variation, reason, errorCode, errorMessage } = await evaluated(evaluate, key, defaultValue);
      invocation.flags.set(key, {
        value,
        ...(variation !== undefined && { variation }),
        reason,
      } satisfies FlagClientResult);
      if (errorCode === undefined) {
        return typeof value === 'object' ? structuredClone(value) : value; // a handler may change what it gets
      }
      const level = errorCode === 'FLAG_NOT_FOUND' ? 'debug' : 'warn';
      invocation.logger[level](`the flag ${JSON.stringify(key)} gives its default: ${errorMessage}`, { errorCode });
      return value;
    };
  }

  return {
    getBoolean: getter(evaluateBooleanFlag),
    getString: getter(evaluateStringFlag),
    getNumber: getter(evaluateNumberFlag),
    getJson: getter(evaluateJsonFlag) as FlagsContext['getJson'],
  };
}

/** Whether the flag looks at attributes that only the install's config can have: that is another question to an actor. */
function asksBeyond(flag: MaybeFlag, base: object): boolean {
  try {
    const { status, rules, rollout } = flag as FlagSnapshot;
    const attributes = rules.flatMap(({ when, serve }) => [
      ...when.map(({ attr }) => attr),
      (serve as { by?: string }).by,
    ]);
    return (
      status === 'active' &&
      [...attributes, rollout?.by].some((name) => name !== undefined && !Object.hasOwn(base, name))
    );
  } catch {
    return false; // the evaluation says what is wrong with it
  }
}

/** How long a snapshot is taken as it is, in milliseconds: a change counts in every isolate after so long. */
const FRESH_MS = 10_000;

/** How long the last snapshot stands in while the project's actor cannot be asked, in milliseconds. */
const STALE_MS = 600_000;

/** How soon after a question that failed the next one is asked, in milliseconds. */
const AGAIN_MS = 1_000;

/** How long an answer is waited for, in milliseconds: a card has 15 seconds, and its flags are the least of it. */
const WAIT_MS = 2_000;

/** How many flags are remembered; each has at most 64 KiB. */
const MAX_KNOWN = 200;

/** What is known of a flag: null when there is none, undefined when nothing is known. */
interface Known {
  readonly flag: FlagSnapshot | null | undefined;
  readonly since: number;
  /** From when it is asked for again. */
  readonly until: number;
}

/** What this isolate knows of flags: plain data, since promises belong to the request that made them. */
const known = new Map<string, Known>();

/** The snapshot of a flag, null when there is none. Rejects when nothing is known and nobody can be asked. */
async function snapshot(context: RequestContext, key: string): Promise<FlagSnapshot | null> {
  if (!FLAG_KEY.test(key)) {
    return null; // nobody can put a flag under it
  }
  const now = context.host.now();
  let seen = known.get(key);
  if (seen === undefined || now < seen.since || now >= seen.until) {
    seen = (await ask(context, key, now)) ?? standIn(known.get(key), now);
    remember(key, seen);
  }
  if (seen.flag === undefined) {
    throw new Error('the flags of the project could not be asked for');
  }
  return seen.flag;
}

/** What serves until the question can be asked again: what is known, unless it is too old. */
function standIn(last: Known | undefined, now: number): Known {
  const until = now + WAIT_MS + AGAIN_MS;
  const isUsable = last !== undefined && Math.abs(now - last.since) < STALE_MS;
  return isUsable ? { ...last, until: Math.max(until, last.until) } : { flag: undefined, since: now, until };
}

/** Undefined: there was no answer, or none in time. */
async function ask({ host, env }: RequestContext, key: string, since: number): Promise<Known | undefined> {
  const deadline = new Deadline(WAIT_MS, host.now());
  try {
    const flag = await deadline.within(host.actor('ProjectActor', projectName(env), 'flag', { key }));
    return flag === TIMED_OUT ? undefined : { flag: flag as FlagSnapshot | null, since, until: since + FRESH_MS };
  } catch {
    return undefined;
  } finally {
    deadline.end();
  }
}

function remember(key: string, seen: Known): void {
  known.delete(key);
  const oldest = known.keys().next();
  if (known.size >= MAX_KNOWN && oldest.done !== true) {
    known.delete(oldest.value);
  }
  known.set(key, seen);
}
