import { expect, test } from 'vitest';
import type { AppDefinition } from '../declare/app.ts';
import { appObject } from '../declare/app-object.ts';
import { objectTypeOf } from './into.ts';

const invoice = appObject('ledger-invoice', {
  name: 'I',
  label: 'I',
  singularForm: 'I',
  pluralForm: 'Is',
  primaryDisplayLabelPropertyName: 'number',
  properties: { number: { type: 'string', label: 'N', name: 'ledger_number' }, total: { type: 'number', label: 'T' } },
});
const app = { objects: [invoice] } as unknown as AppDefinition;
const options = { idProperty: 'number', schema: { no: 'number', sum: 'total', own: 'crm_own' } };

test('resolves an app object by definition or id, and its properties by key', () => {
  for (const into of [invoice, 'ledger-invoice']) {
    expect(objectTypeOf(app, { into, ...options })).toEqual({
      name: 'LEDGER_INVOICE',
      object: invoice,
      idProperty: 'ledger_number',
      schema: { no: 'ledger_number', sum: 'total', own: 'crm_own' },
    });
  }
});

test('keeps an object type of the CRM unchanged', () => {
  expect(objectTypeOf(app, { into: 'contact', ...options })).toEqual({ name: 'contact', ...options });
});

test('leaves out members of the schema that are undefined', () => {
  const schema = { no: 'number', gone: undefined } as unknown as Record<string, string>;
  for (const [into, property] of [
    ['contact', 'number'],
    [invoice, 'ledger_number'],
  ] as const) {
    expect(Object.entries(objectTypeOf(app, { ...options, into, schema }).schema ?? {})).toEqual([['no', property]]);
  }
});
