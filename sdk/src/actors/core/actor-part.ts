/**
 * An actor is a table of parts, one file per part. A part has methods, and work for the entries that it puts in the
 * due table. Its head comment lists its storage keys, which no other part uses.
 */

import type { ProjectManifest } from '../../manifest/manifest.ts';
import type { ActorClass, Bindings } from '../../platform/host.ts';
import type { ActorMethod, ActorStore } from '../../protocol/actor.ts';
import type { AppParts } from '../../protocol/request-context.ts';

export type { AppParts, ProjectManifest };

/** Schedules work. The actor's one alarm serves all entries. Entries survive restarts. */
export interface DueTable {
  /**
   * Schedules the part's `due[purpose](detail)` for that time, in milliseconds since the epoch. The work runs at least
   * once. Setting an entry again moves it, and null removes it.
   */
  set(purpose: string, detail: string, at: number | null): void;
  /** When the entry is due, or undefined if it is not set. */
  get(purpose: string, detail: string): number | undefined;
}

/** What the parts of an actor work with. */
export interface ActorState {
  readonly name: string;
  readonly store: ActorStore;
  readonly due: DueTable;
  /**
   * The id of the process that runs actor and workers. Steps of an earlier process ended with it. Absent on the edge.
   */
  readonly process?: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Sends a request after the earlier writes are durable. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
  /** Calls a method of another actor. */
  actor(className: ActorClass, name: string, method: string, args: unknown): Promise<unknown>;
  /** Runs one step of a user worker's code. */
  worker(name: string, step: string, args: unknown): Promise<unknown>;
}

/** One part of an actor. */
export interface ActorPart {
  /** Callable methods by name. Names are unique in the actor. */
  readonly methods?: Readonly<Record<string, ActorMethod>>;
  /** Work by purpose. Purposes are unique in the actor. A throw is logged and the entry is retried with backoff. */
  readonly due?: Readonly<Record<string, (detail: string) => void | Promise<void>>>;
}

/** Makes a part. `env` holds the bindings of the app worker. */
export type ActorPartMaker = (state: ActorState, env: Bindings, app: AppParts) => ActorPart;

export type ActorTable = readonly ActorPartMaker[];
