import { figuresOf, type Labels, narrow, type PlacedRow } from '../checkpoints/summary.ts';
import type { AlertExpr, Comparison } from '../declare/alert-expr.ts';

/** A comparison with its current value. */
export interface Finding extends Comparison {
  /** Null when the metric has no data. The comparison does not hold then. */
  readonly value: number | null;
}

/** The result of an expression. */
export interface Verdict {
  readonly holds: boolean;
  /** All comparisons, from left to right. */
  readonly findings: readonly Finding[];
}

/** Returns a metric that rows do not contain, such as `poison_rows`. Undefined when it has no data. */
export type OtherMetrics = (metric: string, labels: Labels) => number | undefined;

/**
 * Evaluates an expression over the rows of its window. Without data, counts are 0, and rates and latencies have no
 * value.
 */
export function evaluateAlert(expr: AlertExpr, rows: readonly PlacedRow[], others: OtherMetrics): Verdict {
  const findings: Finding[] = [];
  const holds = (one: AlertExpr): boolean => {
    if ('all' in one) {
      return one.all.map(holds).every(Boolean); // evaluates all: a notification shows every value
    }
    if ('any' in one) {
      return one.any.map(holds).some(Boolean);
    }
    const value = measured(one, rows, others);
    findings.push({ ...one, value: value ?? null });
    return value !== undefined && COMPARE[one.operator]?.(value, one.number) === true;
  };
  return { holds: holds(expr), findings };
}

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

function measured(
  { metric, labels }: Comparison,
  rows: readonly PlacedRow[],
  others: OtherMetrics,
): number | undefined {
  const figures = figuresOf(narrow(rows, labels));
  switch (metric) {
    case 'count':
    case 'errors':
    case 'backpressure':
      return figures[metric];
    case 'crm_429':
      return figures.crm429;
    case 'error_rate':
      return figures.count === 0 ? undefined : figures.errors / figures.count;
    case 'p50':
    case 'p90':
    case 'p95':
    case 'p99':
      return figures.latencyMs?.[metric];
    default:
      return others(metric, labels);
  }
}

/** Returns the milliseconds of a window such as `5m`, `1h` or `1d`. Undefined when it is invalid. */
export function windowMs(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  return count === undefined
    ? undefined
    : Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd'];
}
