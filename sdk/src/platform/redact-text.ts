/**
 * Redacts one text. Every pattern takes linear time in any engine: repetitions are bounded, or consume a whole run that
 * no later match can start in, and there are no lookarounds or backreferences. Functions decide what patterns cannot.
 */

/** The replacement of redacted values. */
export const REDACTED = '[redacted]';

/** Candidates: bearer credentials, personal access and service tokens, JWTs. */
const TOKEN =
  /\b(?:bearer(?:[\s:=]|%20)+){1,2}[^\s"',;]+|\b(?:pat|glpat|github_pat|gh[oprsu]|xox[abeprs]|sk|rk|svc)[-_][\w-]+|\beyJ[\w.-]+/gi;
const BEARER = /^bearer(?:[\s:=]|%20)/i;
/** Prose about bearer tokens, which stays. */
const BEARER_PROSE = /[\s:=](?:tokens?|auth|authentication|authorization|scheme|headers?|of|is|was|and|or|not)[.:)]?$/i;
const JWT = /^eyJ[\w-]+\.[\w-]+/i;
const REGIONAL_PAT = /^pat-[a-z]{2,4}\d-/i;
const SECRET_SEGMENT = /^[a-z0-9]{12,}$/i;

/**
 * A run of characters that may precede an @, with the @ and host when they follow. The match consumes the whole run.
 * The last label of a host begins with two letters.
 */
// No i flag: folding these ranges costs the local engine milliseconds.
const EMAIL =
  /[A-Za-z0-9_.%+~'\u0080-\uffff-]+(?:@[A-Za-z0-9.\u0080-\uffff-]*\.[A-Za-z\u0080-\uffff]{2}[A-Za-z0-9\u0080-\uffff]*(?:[.-]+[A-Za-z0-9\u0080-\uffff]+)*)?/g;
/** An @ in a URL. */
const ESCAPED_AT = '%40';
/** The host after an escaped @. */
const HOST = /^[A-Za-z0-9.\u0080-\uffff-]*\.[A-Za-z\u0080-\uffff]{2}/;
/** Length of a host name, in characters (RFC 1035). */
const LONGEST_HOST = 253;
/** `name@1.2.3` is the version of a package, not an email address. */
const VERSION = /^\d+\.\d+(?:\.|$)/;

/**
 * Candidates, in order: `+` and 8 to 15 digits, a national number after 0 or 00, groups of three, three and four
 * digits. At most three separators are between two digits.
 */
const PHONE =
  /\+[1-9](?:[ ()./-]{0,3}\d){7,14}|\(?0(?:0[1-9]|[1-9])(?:[ ()./-]{0,3}\d){7,12}|(?:1[ .-]{1,2})?(?:\([2-9]\d\d\)[ .-]{0,2}|[2-9]\d\d[ .-]{1,2})[2-9]\d\d[ .-]\d{4}/g;
/** Candidates that are dates, months, IPv4 addresses with leading zeros, or signed amounts. */
const NO_PHONE = /^(?:\d\d[./-](?:\d\d[./-])?(?:19|20)\d\d(?:[^\d]|$)|\d{1,3}(?:\.\d{1,3}){3}$|\+\d+\.\d{1,2}$)/;

/** Replaces the tokens, email addresses and phone numbers of a text. */
export function redactText(text: string): string {
  if (text.length < 6) {
    return text; // the shortest match, a@b.io, has six
  }
  const kept = text.replace(TOKEN, redactToken);
  const mayHoldEmail = kept.includes('@') || kept.includes(ESCAPED_AT);
  return (mayHoldEmail ? kept.replace(EMAIL, redactEmail) : kept).replace(PHONE, redactPhone);
}

function redactToken(run: string): string {
  const found = BEARER.test(run)
    ? !BEARER_PROSE.test(run)
    : JWT.test(run) || REGIONAL_PAT.test(run) || run.split(/[-_]/).some(isSecret);
  return found ? REDACTED : run;
}

/** Reports whether a segment is long and has a digit, as random text has and words have not. */
function isSecret(segment: string): boolean {
  return SECRET_SEGMENT.test(segment) && /\d/.test(segment);
}

function redactEmail(run: string): string {
  const at = run.indexOf('@');
  if (at < 0) {
    return hasEscapedEmail(run) ? REDACTED : run;
  }
  return VERSION.test(run.slice(at + 1)) ? run : REDACTED;
}

/** Reports whether a URL query contains an email address. The CRM adds one to the URL of every card request. */
function hasEscapedEmail(run: string): boolean {
  for (let at = run.indexOf(ESCAPED_AT, 1); at > 0; at = run.indexOf(ESCAPED_AT, at + 1)) {
    const host = run.slice(at + ESCAPED_AT.length, at + ESCAPED_AT.length + LONGEST_HOST);
    if (HOST.test(host) && !VERSION.test(host)) {
      return true;
    }
  }
  return false;
}

function redactPhone(run: string, at: number, text: string): string {
  return isAttached(text, at) || NO_PHONE.test(run) || !endsAt(run, at + run.length, text) ? run : REDACTED;
}

/** Reports whether the preceding characters make the run part of an id, a number or a version. */
function isAttached(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1); // NaN before the start, which matches nothing
  if (isWord(before)) {
    return true;
  }
  const second = text.charCodeAt(at - 2);
  const isNumberMark = before === 0x2c || before === 0x2e || before === 0x2f; // , . /
  return before === 0x2d /* - */ ? isWord(second) : isNumberMark && isDigit(second);
}

/** Reports whether a national number ends at `end`. A number with + may continue. */
function endsAt(run: string, end: number, text: string): boolean {
  if (run.startsWith('+')) {
    return true;
  }
  const after = text.charCodeAt(end);
  if (/^\d+$/.test(run)) {
    const longest = run.startsWith('00') ? 15 : 11;
    return run.length >= 10 && run.length <= longest && !isWord(after) && !isIdTail(text, end);
  }
  return (!isWord(after) || isDigit(after)) && !isIdTail(text, end);
}

/** Reports whether a hyphen and a letter follow, as in a UUID. */
function isIdTail(text: string, end: number): boolean {
  const second = text.charCodeAt(end + 1);
  return text.charCodeAt(end) === 0x2d && isWord(second) && !isDigit(second);
}

function isWord(code: number): boolean {
  return (
    isDigit(code) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code >= 0x80 || code === 0x5f
  ); // _
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
