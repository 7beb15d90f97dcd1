/** Types of the experimental surface, which may change or graduate without a major version. */

import type { FlagRule, FlagSplit } from '../context/flags.ts';

/** Everything experimental is gated: without this it throws. */
export interface ExperimentalOptions {
  readonly experimental: true;
}

/** A flag as its authors keep it, before it becomes a record of the flag app object. */
export interface FlagDefinition {
  readonly key: string;
  readonly name?: string;
  readonly description?: string;
  readonly type: 'boolean' | 'string' | 'number' | 'json';
  readonly status: 'active' | 'disabled' | 'archived';
  readonly variations: Readonly<Record<string, unknown>>;
  readonly default: string;
  readonly off: string;
  readonly rules?: readonly FlagRule[];
  readonly rollout?: FlagSplit;
}

/** A flag as a record of the flag app object: every property is text. */
export interface FlagAppObjectRecord {
  readonly properties: Readonly<Record<string, string>>;
}
