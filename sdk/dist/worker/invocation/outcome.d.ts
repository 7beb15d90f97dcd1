/** What each outcome of a handler is answered with on each surface: one table for all of them. */
import { type ErrorCode } from '../../platform/errors.ts';
import type { AnsweredSurface } from '../../platform/observation.ts';
/** How an invocation ended. `backpressure`: the CRM budget was spent; `error`: an uncaught throw, a time-out, a gate. */
export type Outcome = {
    readonly status: 'ok';
    readonly output?: unknown;
} | {
    readonly status: 'fail-continue';
    readonly message: string;
    readonly output?: unknown;
} | {
    readonly status: 'fail-stop' | 'block';
    readonly message: string;
} | {
    readonly status: 'retry-later';
    readonly message: string;
    readonly retryAfterSeconds?: number;
} | {
    readonly status: 'backpressure';
    readonly retryAfterSeconds: number;
} | {
    readonly status: 'error';
    readonly code: ErrorCode;
    readonly message: string;
    /** What the error body has besides `ok`, `error`, `capabilityId` and `message`. */
    readonly fields?: object;
};
/** The answer as data. */
export interface Answer {
    readonly httpStatus: number;
    readonly headers: Record<string, string>;
    readonly body: Record<string, unknown>;
}
/** What an answer tells beside the outcome. */
export interface AnswerFacts {
    readonly capabilityId: string;
    /** The vendor's name of the execution state among the output fields. */
    readonly executionStateKey: string;
    /** The unit in which workflows read Retry-After. */
    readonly actionRetryAfterUnit: 'seconds' | 'milliseconds';
    /** Only on the sync surface. */
    readonly run?: unknown;
}
/** The answer of a surface to an outcome. An action's `output` holds texts by now, a card's is what it returned. */
export declare function answer(surface: AnsweredSurface, outcome: Outcome, facts: AnswerFacts): Answer;
