// A payment on the timeline of the contact who made it.
import { appEvent } from '@svc/sdk';

export const paymentReceived = appEvent('payment-received', {
  name: 'Payment received',
  label: 'Payment received',
  description: 'The ledger booked a payment.',
  objectType: 'contact',
  headerTemplate: 'Paid invoice {{invoiceNumber}}',
  detailTemplate: 'Amount: {{amount}}, by {{method}}',
  properties: {
    invoiceNumber: { type: 'string', label: 'Invoice number' },
    amount: { type: 'number', label: 'Amount' },
    method: { type: 'enumeration', label: 'Method', options: ['card', 'transfer', 'cash'] },
  },
});
