/**
 * Parses the expressions of alert rules, such as `error_rate{kind="sync"} > 0.05 and (count > 20 or p95 >= 2000)`.
 *
 * This is the only parser of the language. The control plane uses it, and so do `svc check` and
 * `svc checkpoint --assert`, which run it in the engine of the tool.
 */

/** A comparison: `metric{label="value"} operator number`. */
export interface Comparison {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly operator: string;
  readonly number: number;
}

/** A comparison, or several joined by `and` (`all`) or `or` (`any`). `and` binds more tightly. */
export type AlertExpr = Comparison | { readonly all: readonly AlertExpr[] } | { readonly any: readonly AlertExpr[] };

/** The metrics of the checkpoint stream. */
const METRICS: readonly string[] = [
  'count',
  'errors',
  'error_rate',
  'p50',
  'p90',
  'p95',
  'p99',
  'backpressure',
  'crm_429',
  'poison_rows',
  'sync_lag_minutes',
];

/** The labels that filter a metric. */
const LABELS: readonly string[] = ['capability', 'kind', 'portal'];

const OPERATORS: readonly string[] = ['>=', '<=', '==', '!=', '>', '<'];

/** Length of an expression, in UTF-16 units. A rule is one line. */
const MAX_LENGTH = 4096;
/** Levels of nested parentheses. */
const MAX_DEPTH = 32;

/** A malformed expression. */
export class AlertExprError extends Error {
  /** The position of the mistake, in UTF-16 units from 0. */
  readonly offset: number;
  /** The words that are valid in this position, if there is a list. */
  readonly known: readonly string[];

  constructor(message: string, offset: number, known: readonly string[] = []) {
    super(message);
    this.offset = offset;
    this.known = known;
  }
}

/** Space, then one token: a quoted string, an operator, a number with its unit, a word, or any other character. */
const TOKEN = /\s*("(?:[^"\\]|\\[^])*"|[><=!]=|[-+.\d][-+.\w%]*|\w+|[^\s])/y;

/** A number, and a unit, which is not allowed. A final `e` is an exponent without digits. */
const NUMBER = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)((?![eE]$)[A-Za-z_%]\w*)?$/;

/** @throws {AlertExprError} when the expression is malformed */
export function readAlertExpr(text: string): AlertExpr {
  if (text.length > MAX_LENGTH) {
    throw new AlertExprError(`the expression is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  }
  const reader = new Reader(text);
  const expr = reader.any(0);
  reader.end();
  return expr;
}

class Reader {
  readonly #text: string;
  /** The next token, "" at the end, and its position. */
  #token = '';
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#next();
  }

  any(depth: number): AlertExpr {
    const terms = this.#joined('or', () => {
      const parts = this.#joined('and', () => this.#term(depth));
      return parts.length === 1 ? (parts[0] as AlertExpr) : { all: parts };
    });
    return terms.length === 1 ? (terms[0] as AlertExpr) : { any: terms };
  }

  end(): void {
    if (this.#token !== '') {
      throw this.#expected('"and", "or" or the end');
    }
  }

  #next(): void {
    TOKEN.lastIndex = this.#at + this.#token.length;
    const token = TOKEN.exec(this.#text)?.[1] ?? '';
    this.#at = (token === '' ? this.#text.length : TOKEN.lastIndex) - token.length;
    this.#token = token;
  }

  #joined(word: string, read: () => AlertExpr): AlertExpr[] {
    const terms = [read()];
    while (this.#take(word)) {
      terms.push(read());
    }
    return terms;
  }

  #term(depth: number): AlertExpr {
    if (!this.#take('(')) {
      return this.#comparison();
    }
    if (depth >= MAX_DEPTH) {
      throw this.#error(`more than ${MAX_DEPTH} nested parentheses`);
    }
    const inner = this.any(depth + 1);
    this.#expect(')', '"and", "or" or ")"');
    return inner;
  }

  #comparison(): Comparison {
    const metric = this.#word('metric', METRICS);
    const labels = this.#take('{') ? this.#labels() : {};
    const operator = OPERATORS.find((known) => this.#take(known));
    if (operator === undefined) {
      throw this.#expected(`one of ${OPERATORS.join(' ')}`);
    }
    return { metric, labels, operator, number: this.#number() };
  }

  #labels(): Record<string, string> {
    const labels: Record<string, string> = {};
    do {
      const at = this.#at;
      const name = this.#word('label', LABELS);
      if (labels[name] !== undefined) {
        throw new AlertExprError(`duplicate label "${name}"`, at);
      }
      this.#expect('=', '=');
      if (this.#token === '"') {
        throw new AlertExprError('the value has no closing quote', this.#text.length);
      }
      if (!this.#token.startsWith('"')) {
        throw this.#expected('a value in double quotes');
      }
      labels[name] = this.#token.slice(1, -1).replace(/\\([^])/g, '$1');
      this.#next();
    } while (this.#take(','));
    this.#expect('}', '"," or "}"');
    return labels;
  }

  #number(): number {
    const token = this.#token;
    const [, digits, unit] = NUMBER.exec(token) ?? [];
    if (digits === undefined && !/^[-+.\d]/.test(token)) {
      throw this.#expected('a number');
    }
    if (digits === undefined || !Number.isFinite(Number(digits))) {
      throw this.#error(`invalid number ${JSON.stringify(token)}`);
    }
    if (unit !== undefined) {
      const hint = unit === '%' ? ': error_rate goes from 0 to 1' : /^m?s$/.test(unit) ? ': latencies are in ms' : '';
      throw new AlertExprError(`a number takes no unit, found "${unit}"${hint}`, this.#at + digits.length);
    }
    this.#next();
    return Number(digits);
  }

  #word(what: string, known: readonly string[]): string {
    const word = this.#token;
    if (!/^\w/.test(word)) {
      throw this.#expected(`a ${what}`);
    }
    if (!known.includes(word)) {
      throw this.#error(`unknown ${what} "${word}"`, known);
    }
    this.#next();
    return word;
  }

  #take(token: string): boolean {
    const isNext = this.#token === token;
    if (isNext) {
      this.#next();
    }
    return isNext;
  }

  #expect(token: string, wanted: string): void {
    if (!this.#take(token)) {
      throw this.#expected(wanted);
    }
  }

  #expected(wanted: string): AlertExprError {
    return this.#error(`expected ${wanted}, found ${this.#token === '' ? 'the end' : JSON.stringify(this.#token)}`);
  }

  #error(message: string, known?: readonly string[]): AlertExprError {
    return new AlertExprError(message, this.#at, known);
  }
}

/**
 * Parses an expression for the tool.
 *
 * @returns JSON: `{expr}` with labels as pairs, or `{error: {message, offset, known}}`
 */
export function alertExprJson(text: string): string {
  try {
    const pairs = (key: string, value: unknown) => (key === 'labels' ? Object.entries(value as object) : value);
    return JSON.stringify({ expr: readAlertExpr(text) }, pairs);
  } catch (error) {
    if (!(error instanceof AlertExprError)) {
      throw error;
    }
    const { message, offset, known } = error;
    return JSON.stringify({ error: { message, offset, known } });
  }
}
