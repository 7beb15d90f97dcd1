/** Finding the capability that somebody names, or refusing in words that say what there is. */
import type { CardBackendDefinition } from '../../capability/card-backend.ts';
import type { ToolDefinition } from '../../capability/tool.ts';
import type { WorkerDefinitions } from '../../protocol/request-context.ts';
declare const NAMES: {
    readonly tools: 'tool';
    readonly cardBackends: 'card backend';
    readonly triggers: 'trigger';
    readonly syncs: 'sync';
};
type Kind = keyof typeof NAMES;
/** The capability of one kind; 404 `unknown_capability` when the worker has none. */
export declare function capabilityOf<K extends Kind>(site: WorkerDefinitions, kind: K, id: string): NonNullable<ReturnType<WorkerDefinitions[K]['get']>>;
/** The tool or card backend of that id; a kind is needed only where both have it. */
export declare function toolOrCard(site: WorkerDefinitions, id: string, kind: string | null): ToolDefinition | CardBackendDefinition;
export {};
