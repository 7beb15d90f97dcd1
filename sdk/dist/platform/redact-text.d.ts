/**
 * Redacts one text. Every pattern takes linear time in any engine: repetitions are bounded, or consume a whole run that no
 * later match can start in, and there are no lookarounds or backreferences. Functions decide what patterns cannot.
 */
/** The replacement of redacted values. */
export declare const REDACTED = "[redacted]";
/** Replaces the tokens, email addresses and phone numbers of a text. */
export declare function redactText(text: string): string;
