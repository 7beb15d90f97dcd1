// The documents of the server. Their Go side is internal/devserver/live.

/** An input field of a capability (internal/manifest, Field). */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'number' | 'bool' | 'enumeration' | 'datetime' | 'json';
  readonly label?: string;
  readonly description?: string;
  readonly fieldType: string;
  readonly required: boolean;
  readonly default?: unknown;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

export type Kind = 'tool' | 'cardBackend' | 'trigger' | 'sync' | 'source';

export interface Capability {
  readonly worker: string;
  readonly id: string;
  readonly kind: Kind;
  readonly eventType?: string;
  readonly objectType?: string;
  readonly agent?: boolean;
}

export interface Declared {
  readonly kind: string;
  readonly id: string;
  readonly label?: string;
  readonly description?: string;
  readonly input?: readonly Field[];
}

export interface Card {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly objectTypes: readonly string[];
}

export interface Manifest {
  readonly app: {
    readonly name: string;
    readonly cards: readonly Card[];
    readonly objects: readonly { readonly id: string }[];
  };
  readonly workers: readonly { readonly name: string; readonly capabilities: readonly Declared[] }[];
}

export interface Portal {
  readonly portal: number;
  readonly name: string;
}

export interface Overview {
  readonly origin: string;
  readonly crm: 'emulated' | 'live';
  readonly environment: string;
  readonly oauth: boolean;
  readonly dir: string;
  readonly now: string;
  readonly aheadMs: number;
  readonly portals: readonly Portal[];
  readonly faults: readonly { readonly name: string; readonly effect: string }[];
  readonly capabilities: readonly Capability[];
  readonly manifest: Manifest | null;
  readonly stale: readonly string[];
  readonly unserved: readonly string[];
}

export interface CrmCall {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly family: string;
  readonly waitMs: number;
  readonly durationMs: number;
  readonly at: number;
}

export interface LogLine {
  readonly at: number;
  readonly level: string;
  readonly message: string;
  readonly fields?: unknown;
}

/** The result of an invocation (internal/devserver, Result). */
export interface Result {
  readonly ok: boolean;
  readonly status: string;
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly output: unknown;
  readonly logs: readonly LogLine[];
  readonly crmCalls: readonly CrmCall[];
  readonly durationMs: number;
  readonly effect: string;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly stack: readonly { function?: string; file: string; line: number; column: number; own: boolean }[];
  };
}
