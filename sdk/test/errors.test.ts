/** The runtime's error codes against the list that documents them. */

import { expect, it } from 'vitest';
import documented from '../../contract/errors.json' with { type: 'json' };
import { ERROR_STATUS } from '../src/runtime/errors.ts';

it.each(Object.entries(ERROR_STATUS))('documents %s with the status %i', (code, status) => {
  expect(documented.find((error) => error.code === code)).toMatchObject({ status });
});
