/**
 * Redaction of one text. Every pattern is linear in any engine: repetitions are bounded or take whole runs that a
 * later match cannot start in, and nothing looks around or back; what a pattern cannot say, a function decides.
 */

/** What stands where something was cut out. */
export const REDACTED = '[redacted]';

/** Candidates: a bearer's credential; a run that begins as personal-access and service tokens do; a run like a JWT. */
const TOKEN =
  /\b(?:bearer(?:[\s:=]|%20)+){1,2}[^\s"',;]+|\b(?:pat|glpat|github_pat|gh[oprsu]|xox[abeprs]|sk|rk|svc)[-_][\w-]+|\beyJ[\w.-]+/gi;
const BEARER = /^bearer(?:[\s:=]|%20)/i;
/** Prose about bearer tokens. */
const BEARER_PROSE = /[\s:=](?:tokens?|auth|authentication|authorization|scheme|headers?|of|is|was|and|or|not)[.:)]?$/i;
const JWT = /^eyJ[\w-]+\.[\w-]+/i;
const REGIONAL_PAT = /^pat-[a-z]{2,4}\d-/i;
const SECRET_SEGMENT = /^[a-z0-9]{12,}$/i;

/**
 * Every run of characters that may stand before an @, with the @ and a host where these follow: a run that is taken is
 * not looked at again. A host has a label that begins with two letters.
 */
const EMAIL =
  /[A-Za-z0-9_.%+~'\u0080-\uffff-]+(?:@[A-Za-z0-9.\u0080-\uffff-]*\.[A-Za-z\u0080-\uffff]{2}[A-Za-z0-9\u0080-\uffff]*(?:[.-]+[A-Za-z0-9\u0080-\uffff]+)*)?/g; // without the i flag: to fold these ranges costs a local engine milliseconds
/** An @ in a URL. */
const ESCAPED_AT = '%40';
/** What an escaped @ stands before in an email address. */
const HOST = /^[A-Za-z0-9.\u0080-\uffff-]*\.[A-Za-z\u0080-\uffff]{2}/;
/** Longest name of a host, in characters (RFC 1035). */
const LONGEST_HOST = 253;
/** `name@1.2.3` is a version of a package, whatever it ends in. */
const VERSION = /^\d+\.\d+(?:\.|$)/;

/**
 * Candidates, in this order: `+` and 8 to 15 digits; a national number after 0 or 00; three, three and four digits.
 * Between two digits stand at most three separators.
 */
const PHONE =
  /\+[1-9](?:[ ().\/-]{0,3}\d){7,14}|\(?0(?:0[1-9]|[1-9])(?:[ ().\/-]{0,3}\d){7,12}|(?:1[ .-]{1,2})?(?:\([2-9]\d\d\)[ .-]{0,2}|[2-9]\d\d[ .-]{1,2})[2-9]\d\d[ .-]\d{4}/g;
/** Days, months, IPv4 addresses with zeros before, and signed amounts look like them. */
const NO_PHONE = /^(?:\d\d[.\/-](?:\d\d[.\/-])?(?:19|20)\d\d(?:[^\d]|$)|\d{1,3}(?:\.\d{1,3}){3}$|\+\d+\.\d{1,2}$)/;

/** Cuts tokens, email addresses and phone numbers out of a text. */
export function redactText(text: string): string {
  if (text.length < 6) {
    return text; // the shortest of them, a@b.io, has six
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

/** Long and with a digit, as random segments are and words are not. */
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

/** As the query of a URL holds it, which the platform writes into that of every card's request. */
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
  return isAttached(text, at) || NO_PHONE.test(run) || !endsThere(run, at + run.length, text) ? run : REDACTED;
}

/** Reports whether what stands before makes it a part of an id, a number or a version. */
function isAttached(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1); // NaN, and so nothing, before the start
  if (isWord(before)) {
    return true;
  }
  const second = text.charCodeAt(at - 2);
  return before === 0x2d ? isWord(second) : (before === 0x2c || before === 0x2e || before === 0x2f) && isDigit(second); // - , . /
}

/** Reports whether a national number ends where it seems to; one with + may go on. */
function endsThere(run: string, end: number, text: string): boolean {
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

/** A hyphen and a letter, as inside a UUID. */
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
