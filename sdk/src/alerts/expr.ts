/**
 * Parses the expressions of alert rules, such as `error_rate{kind="sync"} > 0.05 and (count > 20 or p95 >= 2000)`.
 * `svc check` parses them too and reports positions. The vectors in `contract/alerts` test both parsers.
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
export const METRICS: readonly string[] = [
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
export const LABELS: readonly string[] = ['capability', 'kind', 'portal'];

/** Length of an expression, in UTF-16 units. A rule is one line. */
const MAX_LENGTH = 4096;
/** Levels of nested parentheses. */
const MAX_DEPTH = 32;

/** One token: a quoted string, an operator or mark, a number with its unit or suffix, or a word. */
const TOKEN = /\s*("(?:[^"\\]|\\[^])*"|>=|<=|==|!=|[<>=(){},]|[-+.\d][-+.\w%]*|\w+)/y;

/** @throws {Error} when the expression is malformed */
export function readAlertExpr(text: string): AlertExpr {
  if (text.length > MAX_LENGTH) {
    throw new Error(`expression too long: expected at most ${MAX_LENGTH} characters`);
  }
  const reader = new Reader(tokensOf(text));
  const expr = reader.any(0);
  reader.end();
  return expr;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  for (let at = 0; at < trimmed.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(trimmed)?.[1];
    if (token === undefined) {
      throw new Error(`unexpected ${JSON.stringify(trimmed.slice(at, at + 20))}`);
    }
    tokens.push(token);
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  any(depth: number): AlertExpr {
    const terms = this.#joined('or', () => {
      const parts = this.#joined('and', () => this.#term(depth));
      return parts.length === 1 ? (parts[0] as AlertExpr) : { all: parts };
    });
    return terms.length === 1 ? (terms[0] as AlertExpr) : { any: terms };
  }

  end(): void {
    if (this.#at < this.#tokens.length) {
      throw this.#unexpected('"and", "or" or the end');
    }
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
      throw new Error(`too many nested parentheses: expected at most ${MAX_DEPTH}`);
    }
    const inner = this.any(depth + 1);
    this.#expect(')');
    return inner;
  }

  #comparison(): Comparison {
    const metric = this.#oneOf(METRICS, 'a metric');
    const labels = this.#take('{') ? this.#labels() : {};
    const operator = this.#oneOf(['>=', '<=', '==', '!=', '>', '<'], 'an operator');
    return { metric, labels, operator, number: this.#number() };
  }

  #labels(): Record<string, string> {
    const labels: Record<string, string> = {};
    do {
      const name = this.#oneOf(LABELS, 'a label');
      if (labels[name] !== undefined) {
        throw new Error(`duplicate label "${name}"`);
      }
      this.#expect('=');
      const value = this.#tokens[this.#at] ?? '';
      if (!value.startsWith('"')) {
        throw this.#unexpected('a value in double quotes');
      }
      this.#at += 1;
      labels[name] = value.slice(1, -1).replace(/\\([^])/g, '$1');
    } while (this.#take(','));
    this.#expect('}');
    return labels;
  }

  #number(): number {
    const text = this.#tokens[this.#at] ?? '';
    if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) || !Number.isFinite(Number(text))) {
      throw this.#unexpected('a number without a unit');
    }
    this.#at += 1;
    return Number(text);
  }

  #oneOf(known: readonly string[], what: string): string {
    const token = this.#tokens[this.#at] ?? '';
    if (!known.includes(token)) {
      throw this.#unexpected(what);
    }
    this.#at += 1;
    return token;
  }

  #take(token: string): boolean {
    const isNext = this.#tokens[this.#at] === token;
    this.#at += isNext ? 1 : 0;
    return isNext;
  }

  #expect(token: string): void {
    if (!this.#take(token)) {
      throw this.#unexpected(JSON.stringify(token));
    }
  }

  #unexpected(wanted: string): Error {
    const found = this.#tokens[this.#at];
    return new Error(`expected ${wanted}, found ${found === undefined ? 'the end' : JSON.stringify(found)}`);
  }
}
