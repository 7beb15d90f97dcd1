import { expect, it } from 'vitest';
import { normalizeCapabilityBilling } from './billing.ts';

it('defaults onLimit to block and adds nothing else', () => {
  expect(normalizeCapabilityBilling({})).toEqual({ requires: [], onLimit: 'block' });
});

it('expands a bare feature and a bare meter id', () => {
  expect(normalizeCapabilityBilling({ requires: 'reminders', meter: 'sent' })).toEqual({
    requires: ['reminders'],
    meter: { id: 'sent', quantity: 1 },
    onLimit: 'block',
  });
});

it('returns a complete block unchanged', () => {
  const billing = {
    requires: ['a', 'b'],
    meter: { id: 'sent', quantity: 3 },
    onLimit: 'warn',
    deniedMessage: 'No.',
  } as const;
  expect(normalizeCapabilityBilling(billing)).toEqual(billing);
});

it('copies the list of features', () => {
  const requires = ['a'];
  const normalized = normalizeCapabilityBilling({ requires });
  requires.push('b');
  expect(normalized.requires).toEqual(['a']);
});
