/**
 * The language of alert rules, such as `error_rate{kind="sync"} > 0.05 and (count > 20 or p95 >= 2000)`. `svc check`
 * refuses what is not of it, with the place of the mistake; here a text that is not of it is an error. The vectors in
 * `contract/alerts` hold both readers to one language.
 */
/** `metric{label="value"} operator number`. */
export interface Comparison {
    readonly metric: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly operator: string;
    readonly number: number;
}
/** `all`: joined by `and`; `any`: joined by `or`, which binds less tightly. */
export type AlertExpr = Comparison | {
    readonly all: readonly AlertExpr[];
} | {
    readonly any: readonly AlertExpr[];
};
/** What a comparison can look at. */
export declare const METRICS: readonly string[];
/** What narrows it. */
export declare const LABELS: readonly string[];
/** Reads an expression. Throws an Error that says what does not belong there. */
export declare function readAlertExpr(text: string): AlertExpr;
