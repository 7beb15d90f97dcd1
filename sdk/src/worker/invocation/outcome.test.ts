import { expect, test } from 'vitest';
import vectors from '../../../../contract/outcomes/outcomes.json' with { type: 'json' };
import type { AnsweredSurface } from '../../platform/observation.ts';
import { type AnswerFacts, answer, type Outcome } from './outcome.ts';

interface Vector extends Partial<AnswerFacts> {
  readonly name: string;
  readonly surface: string;
  readonly outcome: object;
  readonly expect: object;
}

test.each(vectors as Vector[])('$surface: $name', ({ name: _, surface, outcome, expect: expected, ...facts }) => {
  const defaults: AnswerFacts = {
    capabilityId: 'demo',
    executionStateKey: 'crm_execution_state',
    actionRetryAfterUnit: 'seconds',
  };
  expect(answer(surface as AnsweredSurface, outcome as Outcome, { ...defaults, ...facts })).toEqual(expected);
});

test('every outcome has a vector on every surface', () => {
  const surfaces = ['workflow-action', 'agent', 'batched-action', 'invoke', 'card', 'trigger', 'sync'];
  const statuses = ['ok', 'fail-continue', 'block', 'fail-stop', 'retry-later', 'backpressure', 'error'];
  const covered = new Set(
    (vectors as unknown as { surface: string; outcome: Outcome }[]).map((v) => `${v.surface} ${v.outcome.status}`),
  );
  expect(
    surfaces
      .flatMap((surface) => statuses.map((status) => `${surface} ${status}`))
      .filter((cell) => !covered.has(cell)),
  ).toEqual([]);
});
