import { expect, test } from 'vitest';
import contract from '../../../contract/errors.json' with { type: 'json' };
import { ERROR_STATUS, RouteError } from './errors.ts';

test('has the codes and statuses that svc explain documents', () => {
  const answered = contract.filter((error) => 'status' in error);
  const documented = Object.fromEntries(answered.map(({ code, status }) => [code, status]));
  expect(ERROR_STATUS, 'change ERROR_STATUS and contract/errors.json together').toEqual(documented);
});

test('becomes a response with ok, error, message and the fields of its code', async () => {
  const response = new RouteError(
    'unknown_capability',
    'no such thing',
    { capabilityId: 'x' },
    { allow: 'GET' },
  ).response();
  expect([response.status, response.headers.get('content-type'), response.headers.get('allow')]).toEqual([
    404,
    'application/json; charset=utf-8',
    'GET',
  ]);
  expect(await response.json()).toEqual({
    ok: false,
    error: 'unknown_capability',
    message: 'no such thing',
    capabilityId: 'x',
  });
});
