import { expect, test } from 'vitest';
import vectors from '../../../contract/alerts/expr.json' with { type: 'json' };
import { readAlertExpr } from './expr.ts';

test.each(vectors.accepted)('parses $text', ({ text, expr }) => {
  expect(readAlertExpr(text)).toEqual(expr);
});

test.each(vectors.refused)('refuses %j', (text) => {
  expect(() => readAlertExpr(text)).toThrow(/./);
});

test('refuses long and deeply nested texts quickly', () => {
  for (const text of ['('.repeat(4096), ' '.repeat(5000), '"'.repeat(4096), 'count > 1 and '.repeat(290)]) {
    expect(() => readAlertExpr(text)).toThrow(/./);
  }
});
