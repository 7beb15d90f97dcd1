/**
 * How an actor is made: a table of parts, each a file with one concern. A part brings methods, and what to do when
 * something that it has put on the due-table is due. It keeps its entries under keys of its own (see its head comment).
 */
import type { ProjectManifest } from '../../manifest/manifest.ts';
import type { ActorClass, Bindings } from '../../platform/host.ts';
import type { ActorMethod, ActorStore } from '../../protocol/actor.ts';
import type { AppParts } from '../../protocol/request-context.ts';
export type { AppParts, ProjectManifest };
/** What is to be done at which time: the actor's one alarm serves all purposes. Entries survive restarts. */
export interface DueTable {
    /**
     * Has the part's `due[purpose](detail)` called at that time (milliseconds since the epoch), at least once; null takes
     * the entry away. Setting it again moves it.
     */
    set(purpose: string, detail: string, at: number | null): void;
    /** When it is due, or undefined. */
    get(purpose: string, detail: string): number | undefined;
}
/** What the parts of an actor are given. */
export interface ActorState {
    readonly name: string;
    readonly store: ActorStore;
    readonly due: DueTable;
    /** Names the process where it runs the workers too: what another one began has ended with it. Left out on the edge. */
    readonly process?: string;
    /** Milliseconds since the epoch. */
    now(): number;
    /** A request to the outside; it leaves after what was written before it is durable. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
    /** Calls a method of another actor. */
    actor(className: ActorClass, name: string, method: string, args: unknown): Promise<unknown>;
    /** Runs one step of a user worker's code. */
    worker(name: string, step: string, args: unknown): Promise<unknown>;
}
/** One concern of an actor. */
export interface ActorPart {
    /** By name, which is unique in the actor. Only what is here can be called. */
    readonly methods?: Readonly<Record<string, ActorMethod>>;
    /** By purpose, which is unique in the actor. A throw is logged, and the entry comes again after a growing pause. */
    readonly due?: Readonly<Record<string, (detail: string) => void | Promise<void>>>;
}
/** Makes a part. `env`: the bindings of the app worker. */
export type ActorPartMaker = (state: ActorState, env: Bindings, app: AppParts) => ActorPart;
/** All parts of an actor. */
export type ActorTable = readonly ActorPartMaker[];
