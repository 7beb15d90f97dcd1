import type { ActorClass, Bindings } from '../../platform/host.ts';
import { outgoingText, outgoingValue } from '../../platform/outgoing.ts';
import { learnBindings } from '../../platform/secrets.ts';
import { describeThrown } from '../../platform/thrown.ts';
import {
  ACTOR_PROTOCOL,
  ActorError,
  type ActorMethod,
  type ActorStore,
  isActorError,
  OLDEST_PROTOCOL,
} from '../../protocol/actor.ts';
import type { ActorPart, ActorState, ActorTable, AppParts } from './actor-part.ts';
import { Due } from './due.ts';
import { stamped, upgrade } from './schema.ts';

/** What a host provides for an actor. */
export interface ActorPlatform extends Omit<ActorState, 'store' | 'due'> {
  readonly className: ActorClass;
  readonly store: ActorStore;
  /** Wakes the actor at that time, in milliseconds since the epoch, at least once. Null removes the alarm. */
  setAlarm(at: number | null): void;
}

export interface OpenActor {
  /** Runs a method. Takes JSON, returns `{"v": value}` or `{"e": {"code", "message"}}`. Never rejects. */
  call(protocol: number, method: string, args: string): Promise<string>;
  /** Runs due entries. Rejects only if the stored state is unusable. */
  alarm(): Promise<void>;
}

/** Opens an actor, on either host. Never throws: if the stored state is unusable, every call returns that error. */
export function openActor(table: ActorTable, platform: ActorPlatform, env: Bindings, app: AppParts): OpenActor {
  learnBindings(env);
  const store = stamped(platform.store);
  const due = new Due({ store, now: platform.now, setAlarm: platform.setAlarm });
  const { name, process, now, fetch, actor, worker } = platform;
  const log: ActorState['log'] = (level, message, fields) => {
    const shown = fields && (outgoingValue(fields, app.manifest.app.redaction.fields) as typeof fields);
    platform.log(level, outgoingText(message), shown);
  };
  const transacting: ActorStore = { ...store, transaction: (fn) => due.transaction(() => store.transaction(fn)) };
  const state: ActorState = { name, process, store: transacting, due, now, fetch, log, actor, worker };
  let parts: Parts | undefined;
  const open = (): Parts => {
    if (parts === undefined) {
      upgrade(store);
      parts = merge(table.map((make) => make(state, env, app)));
    }
    return parts;
  };
  const report = (operation: string, error: unknown) => {
    const { name, message, stack } = describeThrown(error);
    log('error', `${platform.className}.${operation} failed: ${message}`, { name, stack });
  };
  return {
    call: (protocol, method, args) => answer(open, protocol, method, args, (error) => report(method, error)),
    async alarm() {
      const { purposes } = open();
      const work = (purpose: string, detail: string) => workFor(purposes, purpose)(detail);
      await due.run(work, (purpose, error) => report(`due ${purpose}`, error));
    },
  };
}

interface Parts {
  readonly methods: ReadonlyMap<string, ActorMethod>;
  readonly purposes: ReadonlyMap<string, (detail: string) => void | Promise<void>>;
}

function merge(parts: readonly ActorPart[]): Parts {
  return {
    methods: new Map(parts.flatMap(({ methods = {} }) => Object.entries(methods))),
    purposes: new Map(parts.flatMap(({ due = {} }) => Object.entries(due))),
  };
}

function workFor(purposes: Parts['purposes'], purpose: string): (detail: string) => void | Promise<void> {
  const work = purposes.get(purpose);
  if (work === undefined) {
    throw new Error(`unknown due entry ${JSON.stringify(purpose)}`); // it stays: a later release may know it
  }
  return work;
}

async function answer(
  open: () => Parts,
  protocol: number,
  method: string,
  args: string,
  onFault: (error: unknown) => void,
): Promise<string> {
  try {
    if (!(protocol >= OLDEST_PROTOCOL && protocol <= ACTOR_PROTOCOL)) {
      const message = `unsupported actor protocol ${protocol}: expected ${OLDEST_PROTOCOL} to ${ACTOR_PROTOCOL}; deploy all workers again`;
      throw new ActorError('protocol_unsupported', message);
    }
    const run = open().methods.get(method);
    if (run === undefined) {
      throw new ActorError('unknown_method', `the actor has no method ${JSON.stringify(method)}`);
    }
    const value = await run(JSON.parse(args));
    return JSON.stringify({ v: value ?? null });
  } catch (error) {
    if (isActorError(error)) {
      return JSON.stringify({ e: { code: error.code, message: error.message } });
    }
    onFault(error);
    const message = `the actor failed in ${method}; see its log`;
    return JSON.stringify({ e: { code: 'actor_error', message } });
  }
}
