import type { NormalizedCapabilityBilling } from '../declare/billing.ts';
import type { NormalizedSyncSchedule } from '../declare/schedule.ts';
import type { SourceAuthDefinition } from '../declare/source-auth.ts';
import type { FieldManifest, OutputFieldManifest } from './field.ts';

/** A worker: the result of `worker.manifest()`. */
export interface WorkerManifest {
  /** The worker's name. */
  readonly name: string;
  /** The capabilities, in order of registration. */
  readonly capabilities: readonly CapabilityManifest[];
  /** The sources of the syncs, in the order in which the syncs name them. */
  readonly sources: readonly SourceManifest[];
}

/** A capability of a worker. `kind` discriminates the union. */
export type CapabilityManifest = ToolManifest | CardBackendManifest | TriggerManifest | SyncManifest;

/** A workflow action. With `agent`, it is also a tool of agents. */
export interface ToolManifest {
  /** Always `tool`. */
  readonly kind: 'tool';
  /** The tool's id. */
  readonly id: string;
  /** The action's name in the workflow editor. */
  readonly label: string;
  /** What the action does. */
  readonly description?: string;
  /** The object type of the enrolled records. */
  readonly objectType: string;
  /** All object types of the action, if they are declared. */
  readonly objectTypes?: readonly string[];
  /** Identifies the component to the CRM, if it is declared. */
  readonly uid?: string;
  /** The text of the action's card in a workflow. */
  readonly cardContent?: string;
  /** False if people cannot add the action to workflows. */
  readonly published?: boolean;
  /** The input fields. */
  readonly input: readonly FieldManifest[];
  /** The output fields. */
  readonly output: readonly OutputFieldManifest[];
  /** What agents need to use the tool. */
  readonly agent?: ToolAgentManifest;
  /** Which features the tool requires, and the meter on which it counts. */
  readonly billing?: NormalizedCapabilityBilling;
}

/** What agents need to use a tool. */
export interface ToolAgentManifest {
  /** When and how an agent uses the tool. */
  readonly description: string;
  /** The input fields that an agent may fill. */
  readonly expose: readonly string[];
  /** What running the tool does. */
  readonly toolType?: 'GET_DATA' | 'GENERATE' | 'TAKE_ACTION';
  /** Where the CRM's project lists the tool. */
  readonly component?: 'separate' | 'shared' | 'only';
  /** Identifies the component to the CRM, if it is declared. */
  readonly uid?: string;
}

/** The backend of a card. */
export interface CardBackendManifest {
  /** Always `cardBackend`. */
  readonly kind: 'cardBackend';
  /** The card backend's id. */
  readonly id: string;
  /** The display name. */
  readonly label?: string;
  /** CRM object types, and ids of app objects. */
  readonly objectTypes: readonly string[];
  /** The input fields. */
  readonly input: readonly FieldManifest[];
  /** The output fields. */
  readonly output: readonly OutputFieldManifest[];
  /** Which features the card backend requires, and the meter on which it counts. */
  readonly billing?: NormalizedCapabilityBilling;
}

/** A handler of webhooks. */
export interface TriggerManifest {
  /** Always `trigger`. */
  readonly kind: 'trigger';
  /** The trigger's id. */
  readonly id: string;
  /** The display name. */
  readonly label?: string;
  /** The subscription, such as `contact.propertyChange.email`. */
  readonly eventType: string;
  /** How copies of a delivery are dropped. */
  readonly dedup: 'best-effort' | 'strict';
  /** Which features the trigger requires, and the meter on which it counts. */
  readonly billing?: NormalizedCapabilityBilling;
}

/** A sync. */
export interface SyncManifest {
  /** Always `sync`. */
  readonly kind: 'sync';
  /** The sync's id. */
  readonly id: string;
  /** The display name. */
  readonly label?: string;
  /** When the sync runs. */
  readonly schedule: NormalizedSyncSchedule;
  /** The name of the source that feeds the sync. */
  readonly source?: string;
  /** The destination: a CRM object type, or the id of an app object. */
  readonly into?: string;
  /** The unique property of the destination that holds each row's key. */
  readonly idProperty?: string;
  /** Property names of the destination, by field name of the source. */
  readonly schema?: Readonly<Record<string, string>>;
  /** What the sync creates when it is missing. */
  readonly manageSchema: false | 'properties' | 'full';
  /** Whether the sync declares no handler. */
  readonly defaultHandler: boolean;
  /** Which features the sync requires, and the meter on which it counts. */
  readonly billing?: NormalizedCapabilityBilling;
}

/** A source that feeds a sync of the worker. */
export interface SourceManifest {
  /** The source's name. */
  readonly name: string;
  /** Whether the sync fetches pages, or the source posts rows. */
  readonly mode: 'pull' | 'push';
  /** How the source authenticates, without credentials. */
  readonly auth?: SourceAuthManifest;
  /** The webhook path of a push source: `/webhooks/<name>`. */
  readonly webhookPath?: string;
}

/** How a source authenticates, without credentials. */
interface SourceAuthManifest {
  /** The kind of authentication. */
  readonly type: SourceAuthDefinition['type'];
}
