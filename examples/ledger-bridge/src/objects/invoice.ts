// The invoice in the CRM, and its association with the company that owes it.
import { appObject, appObjectAssociation } from '@svc/sdk';

export const invoice = appObject('ledger-invoice', {
  name: 'LEDGER_INVOICE',
  label: 'Ledger invoice',
  description: 'An invoice mirrored from the ledger.',
  singularForm: 'Invoice',
  pluralForm: 'Invoices',
  appPrefix: 'LedgerBridge',
  primaryDisplayLabelPropertyName: 'invoice_number',
  secondaryDisplayLabelPropertyNames: ['status', 'due_date'],
  requiredProperties: ['invoice_number'],
  searchableProperties: ['invoice_number', 'customer_email'],
  propertyGroups: [{ name: 'money', label: 'Money' }],
  defaultCreateFormFields: [{ propertyName: 'invoice_number', isRequired: true, isRemovable: false }],
  settings: { hasRecordPage: true, allowsUserCreatedRecords: false, hasEngagements: true },
  properties: {
    ledger_id: { type: 'string', label: 'Ledger id', fieldType: 'text', hasUniqueValue: true, readOnlyValue: true },
    invoice_number: { type: 'string', label: 'Invoice number', fieldType: 'text' },
    customer_email: { type: 'string', label: 'Customer email', fieldType: 'text' },
    amount_due: { type: 'number', label: 'Amount due', fieldType: 'number', groupName: 'money' },
    due_date: { type: 'datetime', label: 'Due date', fieldType: 'date' },
    status: {
      type: 'enumeration',
      label: 'Status',
      fieldType: 'select',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'overdue', label: 'Overdue' },
        { value: 'paid', label: 'Paid' },
      ],
    },
    disputed: { type: 'bool', label: 'Disputed', fieldType: 'booleancheckbox' },
  },
});

export const invoiceToCompany = appObjectAssociation('invoice-to-company', {
  fromObjectType: 'ledger-invoice',
  toObjectType: 'company',
  name: 'invoice_to_company',
  label: 'Owed by',
  inverseLabel: 'Owes',
  cardinality: 'MANY_TO_ONE',
});
