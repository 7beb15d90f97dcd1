import { DeclarationError } from '../declare/error.ts';
import { declare, isDeclaration, isRecording, noteUse, refuse } from '../declare/recorder.ts';
import type { WorkerManifest } from '../manifest/manifest.ts';
import type { CapabilityDefinition, NamedCapabilities } from './capability.ts';
import { cardBackend } from './card-backend.ts';
import { sync } from './sync.ts';
import { makeTool, type tool } from './tool.ts';
import { trigger } from './trigger.ts';
import { workerManifest } from './worker-manifest.ts';

/** The options of `defineWorker`. */
export interface WorkerOptions {
  /** Capabilities built elsewhere. Default: none. */
  readonly use?: readonly CapabilityDefinition[];
}

/** A worker: the default export of a file in `src/workers/`. */
export interface WorkerDefinition extends NamedCapabilities {
  /** Always `worker`. */
  readonly kind: 'worker';
  /** Builds and registers a workflow action, which can also be a tool of agents. */
  readonly tool: typeof tool;
  /** Another name for `tool`. */
  readonly action: typeof tool;
  /** Builds and registers the backend of a card. */
  readonly cardBackend: typeof cardBackend;
  /** Builds and registers a handler of the CRM's webhooks. */
  readonly trigger: typeof trigger;
  /** Builds and registers a sync. Throws `ScheduleValidationError` when its schedule is invalid. */
  readonly sync: typeof sync;
  /** Registers capabilities built elsewhere. Throws `DeclarationError` for any other value. */
  use(...capabilities: readonly CapabilityDefinition[]): WorkerDefinition;
  /** Returns the worker's manifest. Throws if two capabilities of one kind share an id, or a field type is unknown. */
  manifest(): WorkerManifest;
}

/** Defined in the bundle of a running worker, which leaves out what only builds need. */
declare const __SVC_WORKER__: true | undefined;

function noManifest(): never {
  throw new Error('cannot create the manifest in a running worker: request GET /_svc/manifest, or run svc build');
}

const FORM_RULE = 'define-worker-form';
const CAPABILITY_KINDS = ['tool', 'cardBackend', 'trigger', 'sync'] as const;

function isCapability(value: unknown): value is CapabilityDefinition {
  return CAPABILITY_KINDS.some((kind) => isDeclaration(value, kind));
}

function formError(name: unknown, options: unknown): DeclarationError | undefined {
  if (typeof name === 'function' || typeof options === 'function') {
    return new DeclarationError(
      "defineWorker no longer takes a callback: write const worker = defineWorker('name'), " +
        'call worker.tool(…) for each capability, and export default worker',
      FORM_RULE,
    );
  }
  if (typeof name === 'string') {
    return undefined;
  }
  return new DeclarationError(
    `invalid worker name: expected a string, as in defineWorker('main'), got ${name === null ? 'null' : typeof name}`,
    FORM_RULE,
  );
}

/**
 * Declares a named worker. Add capabilities with its methods, or pass capabilities built elsewhere as `use`. Export it
 * as the default of a file in `src/workers/`, one worker per file.
 *
 * @param name letters, digits, hyphens and underscores. The edge script is named `<slug>-<name>`, in lower case and
 * with hyphens for underscores, which may have at most 54 characters
 * @throws {DeclarationError} when the name is not a string, or is a callback
 * @example
 * import { defineWorker } from '@svc/sdk';
 *
 * const worker = defineWorker('main');
 *
 * worker.cardBackend('open-invoices', {
 *   objectTypes: ['company'],
 *   handler: (ctx) => ctx.store.list('invoice:', { limit: 20 }),
 * });
 *
 * export default worker;
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
      noteUse(worker, more);
      more.filter((one, index) => isCapability(one) || refuseUse(worker, one, index)).forEach(register);
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
    // While recording, rules report invalid and repeated members at their own positions.
    if (isRecording()) {
      options.use.filter(isCapability).forEach(register);
    } else {
      worker.use(...options.use);
    }
  }
  return worker;
}

/** Refuses a value that is not a capability. Returns false, so that a recording evaluation leaves it out. */
function refuseUse(worker: WorkerDefinition, value: unknown, argument: number): false {
  const got = isDeclaration(value, 'source') ? 'a source' : value === null ? 'null' : typeof value;
  const expected = 'expected a result of tool, action, cardBackend, trigger or sync';
  const message = `invalid capability for worker "${worker.name}": ${expected}, got ${got}`;
  refuse(worker, new DeclarationError(message, FORM_RULE), argument);
  return false;
}
