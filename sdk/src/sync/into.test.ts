import { expect, test } from 'vitest';
import type { AppDefinition } from '../declare/app.ts';
import { appObject } from '../declare/app-object.ts';
import { objectTypeOf } from './into.ts';

const invoice = appObject('ledger-invoice', {
  name: 'INVOICE',
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
    expect(objectTypeOf(app, { into, ...options })).toMatchObject({
      name: 'INVOICE',
      object: invoice,
      idProperty: 'ledger_number',
      schema: { no: 'ledger_number', sum: 'total', own: 'crm_own' },
    });
  }
});

test('has the names of the CRM with the id of the app', () => {
  const into = objectTypeOf(app, { into: invoice, ...options }, 77);
  expect(into).toMatchObject({
    name: 'a77_INVOICE',
    idProperty: 'a77_ledger_number',
    schema: { no: 'a77_ledger_number', sum: 'a77_total', own: 'crm_own' },
  });
  expect(['number', 'ledger_number', 'crm_own'].map(into.nameOf)).toEqual([
    'a77_ledger_number',
    'a77_ledger_number',
    'crm_own',
  ]);
});

test('keeps an object type of the CRM unchanged', () => {
  const into = objectTypeOf(app, { into: 'contact', ...options }, 77);
  expect(into).toMatchObject({ name: 'contact', ...options });
  expect(into.nameOf('number')).toBe('number');
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
