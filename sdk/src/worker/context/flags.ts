/** `ctx.flags`: evaluates snapshots from the project's actor. Any error returns the caller's default. */

import type { FlagEvaluationResult, FlagSnapshot, FlagsContext } from '../../context/flags.ts';
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
import { TIMED_OUT, withinLimit } from '../../platform/deadline.ts';
import { binding, projectName } from '../../platform/env.ts';
import { remember } from '../../platform/remember.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';

type Evaluate<T> = (
  flag: MaybeFlag,
  context: Readonly<Record<string, unknown>>,
  defaultValue: T,
) => FlagEvaluationResult<T>;

/** Creates `ctx.flags`, or returns undefined if the deploy is not linked to a project. */
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
      const isEnough = !needsConfig(flag, base);
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
      invocation.flags.set(key, { value, variation, reason });
      if (errorCode === undefined) {
        return typeof value === 'object' ? structuredClone(value) : value; // the handler may mutate it
      }
      const level = errorCode === 'FLAG_NOT_FOUND' ? 'debug' : 'warn';
      invocation.logger[level](`the flag ${JSON.stringify(key)} returned its default: ${errorMessage}`, { errorCode });
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

/** Reports whether the flag needs attributes of the install's config, which takes another actor call. */
function needsConfig(flag: MaybeFlag, base: object): boolean {
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
    return false; // the evaluation reports what is wrong
  }
}

/** How long a cached snapshot is fresh, in ms. A change is effective in every isolate after this time. */
const FRESH_MS = 10_000;

/** How long the last snapshot is used while the project's actor is unavailable, in ms. */
const STALE_MS = 600_000;

/** Delay before the next attempt after a failed call, in ms. */
const RETRY_MS = 1_000;

/** Time limit of a call to the actor, in ms. Small compared with a card's 15 s. */
const WAIT_MS = 2_000;

/** Maximum number of cached flags, of at most 64 KiB each. */
const MAX_CACHED = 200;

/** A cached flag: null if it does not exist, undefined if unknown. */
interface CachedFlag {
  readonly flag: FlagSnapshot | null | undefined;
  readonly since: number;
  /** When to ask the actor again. */
  readonly until: number;
}

/** Cached flags of this isolate. Plain data, since promises belong to the request that created them. */
const cache = new Map<string, CachedFlag>();

/** Returns a flag's snapshot, or null if there is none. Rejects if it is unknown and the actor is unavailable. */
async function snapshot(context: RequestContext, key: string): Promise<FlagSnapshot | null> {
  if (!FLAG_KEY.test(key)) {
    return null; // not a valid key
  }
  const now = context.host.now();
  let cached = cache.get(key);
  if (cached === undefined || now < cached.since || now >= cached.until) {
    cached = newerOf(
      (await ask(context, key, now)) ?? fallback(cache.get(key), now),
      cache.get(key),
      context.host.now(),
    );
    cache.delete(key); // so that it becomes the newest entry
    remember(cache, MAX_CACHED, key, cached);
  }
  if (cached.flag === undefined) {
    throw new Error('cannot load flags');
  }
  return cached.flag;
}

/** Returns the entry of the later call. Another invocation may have asked meanwhile, and got its answer earlier. */
function newerOf(own: CachedFlag, other: CachedFlag | undefined, now: number): CachedFlag {
  return other !== undefined && other.since > own.since && other.since <= now ? other : own;
}

/** Returns the entry to use until the next attempt: the last snapshot, unless it is too old. */
function fallback(last: CachedFlag | undefined, now: number): CachedFlag {
  const until = now + WAIT_MS + RETRY_MS;
  const isUsable = last !== undefined && Math.abs(now - last.since) < STALE_MS;
  return isUsable ? { ...last, until: Math.max(until, last.until) } : { flag: undefined, since: now, until };
}

/** Asks the actor. Returns undefined if it does not answer in time. */
async function ask({ host, env }: RequestContext, key: string, since: number): Promise<CachedFlag | undefined> {
  const call = () => host.actor('ProjectActor', projectName(env), 'flag', { key });
  try {
    const flag = await withinLimit(WAIT_MS, host.now(), call);
    return flag === TIMED_OUT ? undefined : { flag: flag as FlagSnapshot | null, since, until: since + FRESH_MS };
  } catch {
    return undefined;
  }
}
