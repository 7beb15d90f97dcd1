/** Feature flags: what handlers ask, and the shapes of flags and of their evaluation. */
/** Why an evaluation gave what it gave. */
export type FlagReason = 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'DEFAULT' | 'ERROR';
/** What kept a flag from being evaluated. */
export type FlagErrorCode = 'FLAG_NOT_FOUND' | 'TYPE_MISMATCH' | 'GENERAL';
/** One evaluation, typed. */
export interface FlagEvaluationResult<T = unknown> {
    readonly value: T;
    /** The winning variation; absent when the caller's default was used. */
    readonly variation?: string;
    readonly reason: FlagReason;
    /** Present when the reason is ERROR, as is the message. */
    readonly errorCode?: FlagErrorCode;
    /** What is wrong with the flag, for a log. */
    readonly errorMessage?: string;
}
/** One evaluation as it is sent to a card. */
export interface FlagClientResult {
    readonly value: unknown;
    readonly variation?: string;
    readonly reason: string;
}
/** Whom a flag is evaluated for. */
export interface FlagEvaluationContext {
    readonly targetingKey?: string;
    readonly [attribute: string]: unknown;
}
/**
 * How one condition compares its attribute with its values: all hold when one of the values fits, `neq` and `notIn`
 * when none does. Values are not converted. An absent attribute fulfils only `exists` with the value false.
 */
export type FlagOperator = 'eq' | 'neq' | 'in' | 'notIn' | 'contains' | 'startsWith' | 'endsWith' | 'gt' | 'gte' | 'lt' | 'lte' | 'exists';
/** One condition of a rule. */
export interface FlagCondition {
    readonly attr: string;
    readonly op: FlagOperator;
    readonly values: readonly unknown[];
}
/** A part of a split. The weights of a split add up to 100,000. */
export interface FlagWeight {
    readonly variation: string;
    readonly weight: number;
}
/** A split of the traffic; `by` names the attribute that decides (default: the targeting key). Who lacks it is passed over. */
export interface FlagSplit {
    readonly split: readonly FlagWeight[];
    readonly by?: string;
}
/** One targeting rule: it serves when all its conditions hold. */
export interface FlagRule {
    readonly id: string;
    readonly when: readonly FlagCondition[];
    readonly serve: {
        readonly variation: string;
    } | FlagSplit;
}
/** Everything that an evaluation needs: pure data, no look-ups. */
export interface FlagSnapshot {
    readonly key: string;
    readonly type: 'boolean' | 'string' | 'number' | 'json';
    /** `disabled` and `archived` win over every rule and serve `off`. */
    readonly status: 'active' | 'disabled' | 'archived';
    readonly version: number;
    /** When it changed, as ISO 8601 text. */
    readonly updatedAt: string;
    readonly salt: string;
    readonly variations: Readonly<Record<string, unknown>>;
    /** The variation that is served when no rule and no rollout applies. */
    readonly default: string;
    /** The variation that is served while the flag is disabled. */
    readonly off: string;
    readonly rules: readonly FlagRule[];
    readonly rollout?: FlagSplit;
}
/** What a card gets: evaluated values only, no rules. */
export interface FlagsClientSnapshot {
    readonly values: Readonly<Record<string, FlagClientResult>>;
}
/** Evaluates flags for the install. Every call falls back to its default and never rejects. */
export interface FlagsContext {
    getBoolean(key: string, defaultValue: boolean): Promise<boolean>;
    getString(key: string, defaultValue: string): Promise<string>;
    getNumber(key: string, defaultValue: number): Promise<number>;
    getJson<T = unknown>(key: string, defaultValue: T): Promise<T>;
}
