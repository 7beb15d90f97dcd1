/** Answers calls between workers as JSON text, since the edge's calls drop the code of an error. */
import { type ErrorRecord } from '../platform/observation.ts';
/** `{"v": value}`, or `{"e": {"code", "message"}}` for what is meant and for what is not. Never rejects. */
export declare function answerStep(run: () => Promise<unknown>, onFault: (error: unknown) => void): Promise<string>;
/** The report of an error that belongs to no invocation. */
export declare function faultOf(error: unknown, worker: string): ErrorRecord;
