/** The billing block in its one shape. */

import { expect, it } from 'vitest';
import { normalizeCapabilityBilling } from './billing.ts';

it('fills in block for onLimit and nothing else', () => {
  expect(normalizeCapabilityBilling({})).toEqual({ requires: [], onLimit: 'block' });
});

it('makes a list of a bare feature and a meter of a bare id, with a quantity of 1', () => {
  expect(normalizeCapabilityBilling({ requires: 'reminders', meter: 'sent' })).toEqual({
    requires: ['reminders'],
    meter: { id: 'sent', quantity: 1 },
    onLimit: 'block',
  });
});

it('keeps what is written out', () => {
  const billing = {
    requires: ['a', 'b'],
    meter: { id: 'sent', quantity: 3 },
    onLimit: 'warn',
    deniedMessage: 'No.',
  } as const;
  expect(normalizeCapabilityBilling(billing)).toEqual(billing);
});

it('shares no list with the declaration', () => {
  const requires = ['a'];
  const normalized = normalizeCapabilityBilling({ requires });
  requires.push('b');
  expect(normalized.requires).toEqual(['a']);
});
