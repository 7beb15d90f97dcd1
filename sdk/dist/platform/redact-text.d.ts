/**
 * Redaction of one text. Every pattern is linear in any engine: repetitions are bounded or take whole runs that a
 * later match cannot start in, and nothing looks around or back; what a pattern cannot say, a function decides.
 */
/** What stands where something was cut out. */
export declare const REDACTED = "[redacted]";
/** Cuts tokens, email addresses and phone numbers out of a text. */
export declare function redactText(text: string): string;
