/** Workers: named code that holds capabilities. */

import type { WorkerManifest } from '../manifest.ts';
import type { CapabilityDefinition, NamedCapabilities } from './capability.ts';
import { cardBackend } from './card-backend.ts';
import { DeclarationError } from './error.ts';
import { declare, isDeclaration, isRecording, refuse } from './recorder.ts';
import { sync } from './sync.ts';
import { makeTool, type tool } from './tool.ts';
import { trigger } from './trigger.ts';
import { workerManifest } from './worker-manifest.ts';

/** The options of `defineWorker`. */
export interface WorkerOptions {
  /** Capabilities that were built elsewhere. */
  readonly use?: readonly CapabilityDefinition[];
}

/** A worker. It is the default export of a file in `src/workers/`. */
export interface WorkerDefinition extends NamedCapabilities {
  readonly kind: 'worker';
  /** Declares a workflow action, which can also be a tool of agents. */
  readonly tool: typeof tool;
  /** The same as `tool`. */
  readonly action: typeof tool;
  /** Declares the code behind a card. */
  readonly cardBackend: typeof cardBackend;
  /** Declares a handler of the CRM's webhooks. */
  readonly trigger: typeof trigger;
  /** Declares a sync. Throws `ScheduleValidationError` when its schedule fits no accepted form. */
  readonly sync: typeof sync;
  /** Registers capabilities that were built elsewhere. Throws `DeclarationError` for anything else. */
  use(...capabilities: readonly CapabilityDefinition[]): WorkerDefinition;
  /** The deploy manifest. Throws when two capabilities of one kind share an id, and for an unknown field type. */
  manifest(): WorkerManifest;
}

/** Defined in the bundle of a worker that runs: what only builds need is left out of it. */
declare const __SVC_WORKER__: true | undefined;

function noManifest(): never {
  throw new Error('a running worker does not make its manifest: ask GET /_svc/manifest, or take it from svc build');
}

const FORM_RULE = 'define-worker-form';
const CAPABILITY_KINDS = ['tool', 'cardBackend', 'trigger', 'sync'] as const;

function isCapability(value: unknown): value is CapabilityDefinition {
  return CAPABILITY_KINDS.some((kind) => isDeclaration(value, kind));
}

function formError(name: unknown, options: unknown): DeclarationError | undefined {
  if (typeof name === 'function' || typeof options === 'function') {
    return new DeclarationError(
      "defineWorker no longer takes a callback: write const worker = defineWorker('name'), then worker.tool(…) for each capability, and export default worker",
      FORM_RULE,
    );
  }
  if (typeof name === 'string') {
    return undefined;
  }
  return new DeclarationError(
    `defineWorker takes the worker's name as a string first, as in defineWorker('main'); it got ${name === null ? 'null' : typeof name}`,
    FORM_RULE,
  );
}

/**
 * Declares a named worker. Put capabilities on it with its methods, or pass those that were built elsewhere as `use`.
 * Throws `DeclarationError` for the removed callback form, and for a name that is no string.
 * @param name fits a URL and a script name: lower-case letters, digits and hyphens
 */
export function defineWorker(name: string, options?: WorkerOptions): WorkerDefinition {
  const capabilities: CapabilityDefinition[] = [];
  function register<C extends CapabilityDefinition>(capability: C): C {
    capabilities.push(capability);
    return capability;
  }
  const worker: WorkerDefinition = {
    kind: 'worker',
    name,
    capabilities,
    tool: (id, o) => register(makeTool('tool', id, o)),
    action: (id, o) => register(makeTool('action', id, o)),
    cardBackend: (id, o) => register(cardBackend(id, o)),
    trigger: (id, o) => register(trigger(id, o)),
    sync: ((id: string, o: never) => register(sync(id, o))) as typeof sync,
    use(...more) {
      more.filter((one) => isCapability(one) || refuseUse(worker, one)).forEach(register);
      return worker;
    },
    manifest: () => (typeof __SVC_WORKER__ === 'undefined' ? workerManifest(worker) : noManifest()),
  };
  declare('defineWorker', options === undefined ? [name] : [name, options], worker);
  const error = formError(name, options);
  if (error !== undefined) {
    refuse(worker, error);
  }
  if (Array.isArray(options?.use)) {
    // While recording, the checker finds a wrong member by itself, and at its own place.
    worker.use(...(isRecording() ? options.use.filter(isCapability) : options.use));
  }
  return worker;
}

/** Refuses what is no capability; gives false, so that it is left out while recording. */
function refuseUse(worker: WorkerDefinition, value: unknown): false {
  const got = value === null ? 'null' : typeof value;
  const message = `worker "${worker.name}" can use only what tool, action, cardBackend, trigger or sync made; it got ${got}`;
  refuse(worker, new DeclarationError(message, FORM_RULE));
  return false;
}
