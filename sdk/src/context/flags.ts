/**
 * Why an evaluation returned its value: a rule matched, a split chose it, the flag is disabled, no rule applied, or the
 * evaluation failed and returned the caller's default.
 */
export type FlagReason = 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'DEFAULT' | 'ERROR';

/** Why an evaluation failed. `GENERAL` covers malformed flags and failed lookups. */
export type FlagErrorCode = 'FLAG_NOT_FOUND' | 'TYPE_MISMATCH' | 'GENERAL';

/** The result of an evaluation. */
export interface FlagEvaluationResult<T = unknown> {
  /** The value of the variation, or the caller's default. */
  readonly value: T;
  /** The name of the variation. Absent when the caller's default was used. */
  readonly variation?: string;
  /** Why the evaluation returned this value. */
  readonly reason: FlagReason;
  /** Why the evaluation failed. Present when the reason is `ERROR`. */
  readonly errorCode?: FlagErrorCode;
  /** What is wrong with the flag, for a log. Present when the reason is `ERROR`. */
  readonly errorMessage?: string;
}

/** The result of an evaluation as a card receives it. */
export interface FlagClientResult {
  /** The value of the variation, or the caller's default. */
  readonly value: unknown;
  /** The name of the variation. Absent when the caller's default was used. */
  readonly variation?: string;
  /** Why the evaluation returned this value: a `FlagReason`. */
  readonly reason: string;
}

/** The subject of an evaluation, such as a portal: a targeting key, and attributes that rules compare. */
export interface FlagEvaluationContext {
  /** Identifies the subject, such as a portal id. Splits use it by default. */
  readonly targetingKey?: string;
  readonly [attribute: string]: unknown;
}

/**
 * How a condition compares an attribute with its values. A condition holds when one value matches; `neq` and `notIn`
 * hold when none does. Values are not converted. A missing attribute matches only `exists: false`.
 */
export type FlagOperator =
  | 'eq'
  | 'neq'
  | 'in'
  | 'notIn'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'exists';

/** One condition of a rule. */
export interface FlagCondition {
  /** The name of the attribute. At most 256 characters. */
  readonly attr: string;
  /** How to compare. */
  readonly op: FlagOperator;
  /** The values to compare with: 1 to 1,000 of them. For `exists`: `[]`, `[true]` or `[false]`. */
  readonly values: readonly unknown[];
}

/** One part of a split. */
export interface FlagWeight {
  /** The name of the variation. */
  readonly variation: string;
  /** The share in thousandths of a percent. The weights of a split add up to 100,000. */
  readonly weight: number;
}

/** Divides subjects among variations. The same subject always gets the same variation. */
export interface FlagSplit {
  /** The parts, at most 100. */
  readonly split: readonly FlagWeight[];
  /**
   * The attribute that identifies the subject. If the context does not have it, the split is skipped. Default:
   * `targetingKey`.
   */
  readonly by?: string;
}

/** Serves one variation. */
export interface FlagVariationRef {
  /** The name of the variation. */
  readonly variation: string;
}

/** A targeting rule. It applies when all its conditions hold. */
export interface FlagRule {
  /** The rule's id. Unique within the flag. */
  readonly id: string;
  /** The conditions, at most 50. A rule without conditions applies to every subject. */
  readonly when: readonly FlagCondition[];
  /** What the rule serves. */
  readonly serve: FlagVariationRef | FlagSplit;
}

/** A feature flag as plain data, with everything that an evaluation needs. */
export interface FlagSnapshot {
  /** The flag's key: up to 128 letters, digits, dots, hyphens and underscores, from a letter or digit. */
  readonly key: string;
  /** The type of every variation's value. */
  readonly type: 'boolean' | 'string' | 'number' | 'json';
  /** `disabled` and `archived` flags serve `off`, whatever their rules. */
  readonly status: 'active' | 'disabled' | 'archived';
  /** The version, a whole number from 0. Each change increases it. */
  readonly version: number;
  /** When the flag last changed, as an ISO 8601 string. */
  readonly updatedAt: string;
  /** Any text. Flags with different salts split subjects independently. At most 256 characters. */
  readonly salt: string;
  /** Values by variation name: 1 to 100 of them. */
  readonly variations: Readonly<Record<string, unknown>>;
  /** The variation to serve when neither a rule nor the rollout applies. */
  readonly default: string;
  /** The variation to serve while the flag is disabled or archived. */
  readonly off: string;
  /** Targeting rules in order, at most 200. The first that applies decides. */
  readonly rules: readonly FlagRule[];
  /** The split of subjects that no rule covers. Default: none. */
  readonly rollout?: FlagSplit;
}

/** The evaluated flags that a card receives, without rules. */
export interface FlagsClientSnapshot {
  /** Results by flag key. */
  readonly values: Readonly<Record<string, FlagClientResult>>;
}

/**
 * Evaluates feature flags for the install. The targeting key is the portal id. The attributes are `portalId`,
 * `installId`, `installState` and the members of the install's config. No call rejects: it returns the default if the
 * flag is missing or has another type, or if the evaluation fails. A changed flag takes effect within 10 s.
 */
export interface FlagsContext {
  /** Returns the value of a boolean flag for the install, or the default. */
  getBoolean(key: string, defaultValue: boolean): Promise<boolean>;
  /** Returns the value of a string flag for the install, or the default. */
  getString(key: string, defaultValue: string): Promise<string>;
  /** Returns the value of a number flag for the install, or the default. */
  getNumber(key: string, defaultValue: number): Promise<number>;
  /** Returns the value of a JSON flag for the install, or the default. The value is not checked against `T`. */
  getJson<T = unknown>(key: string, defaultValue: T): Promise<T>;
}
