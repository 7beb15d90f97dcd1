/**
 * The flags that a card is shown: those that its backend evaluated, as values without rules, in an answer that is signed.
 * Only cards that declare `flags: 'server'` are. A stream has begun before its flags are known, and carries none.
 */
import type { Invocation } from '../invocation/invocation.ts';
import type { Dispatch } from '../invocation/job.ts';
import type { Answer } from '../invocation/outcome.ts';
/** The answer with `flags`, where the card is shown any. Errors have none: their body is that of their code. */
export declare function withFlags(job: Dispatch, invocation: Invocation, answer: Answer): Answer;
/** The header that signs an answer with flags: HMAC-SHA256 over the bytes of its body, by the client secret. */
export declare function signatureOf({ place, surface }: Dispatch, { body }: Answer, text: string): Promise<Record<string, string>>;
/** Says why a card that wants flags gets none. */
export declare function warnOfStream(job: Dispatch, { logger }: Invocation): void;
