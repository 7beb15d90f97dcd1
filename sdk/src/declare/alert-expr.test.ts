import { expect, test } from 'vitest';
import vectors from '../../../contract/alerts/expr.json' with { type: 'json' };
import { alertExprJson, readAlertExpr } from './alert-expr.ts';

test.each(vectors.accepted)('parses $text', ({ text, expr }) => {
  expect(readAlertExpr(text)).toEqual(expr);
});

test.each(vectors.refused)('rejects %j', (text) => {
  expect(() => readAlertExpr(text)).toThrow(/./);
});

test('rejects long and deeply nested texts quickly', () => {
  for (const text of ['('.repeat(4096), ' '.repeat(5000), '"'.repeat(4096), 'count > 1 and '.repeat(290)]) {
    expect(() => readAlertExpr(text)).toThrow(/./);
  }
});

test.each([
  ['', 'expected a metric, found the end', 0],
  ['  ', 'expected a metric, found the end', 2],
  ['latency > 1', 'unknown metric "latency"', 0],
  ['  P95 > 1', 'unknown metric "P95"', 2],
  ['count', 'expected one of >= <= == != > <, found the end', 5],
  ['count = 1', 'expected one of >= <= == != > <, found "="', 6],
  ['count > ', 'expected a number, found the end', 8],
  ['count > many', 'expected a number, found "many"', 8],
  ['count > "1"', 'expected a number, found "\\"1\\""', 8],
  ['count > 1.2.3', 'invalid number "1.2.3"', 8],
  ['count > 1e999', 'invalid number "1e999"', 8],
  ['count > 5e', 'invalid number "5e"', 8],
  ['count > 0x10', 'a number takes no unit, found "x10"', 9],
  ['count > +-1', 'invalid number "+-1"', 8],
  ['error_rate > 5%', 'a number takes no unit, found "%": error_rate goes from 0 to 1', 14],
  ['p95 > 2s', 'a number takes no unit, found "s": latencies are in ms', 7],
  ['count > 1 AND errors > 1', 'expected "and", "or" or the end, found "AND"', 10],
  ['count > 1 && errors > 1', 'expected "and", "or" or the end, found "&"', 10],
  ['count > 1 and', 'expected a metric, found the end', 13],
  ['and count > 1', 'unknown metric "and"', 0],
  ['(count > 1', 'expected "and", "or" or ")", found the end', 10],
  ['count > 1)', 'expected "and", "or" or the end, found ")"', 9],
  ['count{} > 1', 'expected a label, found "}"', 6],
  ['count{worker="a"} > 1', 'unknown label "worker"', 6],
  ['count{kind} > 1', 'expected =, found "}"', 10],
  ['count{kind=sync} > 1', 'expected a value in double quotes, found "sync"', 11],
  ['count{kind="a",kind="b"} > 1', 'duplicate label "kind"', 15],
  ['count{kind="a" portal="b"}> 1', 'expected "," or "}", found "portal"', 15],
  ['count{kind="a', 'the value has no closing quote', 13],
  ['count{kind="a\\', 'the value has no closing quote', 14],
  ['count > 1 é', 'expected "and", "or" or the end, found "é"', 10],
  ['('.repeat(40), 'more than 32 nested parentheses', 33],
  [' '.repeat(5000), 'the expression is longer than 4096 characters', 4096],
])('reports the mistake in %j', (text, message, offset) => {
  expect(JSON.parse(alertExprJson(text)).error).toMatchObject({ message, offset });
});

test('lists the words that are valid in place of an unknown one', () => {
  expect(JSON.parse(alertExprJson('count{worker="a"} > 1')).error.known).toEqual(['capability', 'kind', 'portal']);
});

test('keeps the order of labels in JSON', () => {
  expect(JSON.parse(alertExprJson('p50{ portal = "7" , kind = "tool" } > 1')).expr.labels).toEqual([
    ['portal', '7'],
    ['kind', 'tool'],
  ]);
});
