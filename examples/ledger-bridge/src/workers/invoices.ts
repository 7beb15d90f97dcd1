// Syncs that mirror invoices into the CRM, and actions on them for workflows and agents.
import { block, defineWorker, failContinue, failStop, ok, retryLater, usesScopes } from '@svc/sdk';
import { invoice } from '../objects/invoice';
import { ledgerChanges, ledgerInvoices } from '../sources/ledger';

const worker = defineWorker('invoices');

worker.tool('send-reminder', {
  label: 'Send payment reminder',
  description: 'Writes a reminder for the oldest open invoice of a company.',
  objectType: 'company',
  input: {
    tone: {
      type: 'enumeration',
      label: 'Tone',
      required: true,
      fieldType: 'select',
      options: [
        { value: 'friendly', label: 'Friendly' },
        { value: 'firm', label: 'Firm' },
      ],
    },
    daysOverdue: {
      type: 'number',
      label: 'Days overdue',
      default: 14,
      supportedValueTypes: ['STATIC_VALUE', 'OBJECT_PROPERTY'],
    },
    note: { type: 'string', label: 'Note', fieldType: 'textarea' },
  },
  output: {
    reminderId: { type: 'string', label: 'Reminder id' },
    text: { type: 'string', label: 'Reminder text' },
  },
  agent: {
    description: 'Use when a customer is late with a payment and the user wants to remind them.',
    expose: ['tone', 'note'],
  },
  billing: {
    requires: 'reminders',
    meter: 'reminders-sent',
    onLimit: 'block',
    deniedMessage: 'Upgrade to send more reminders.',
  },
  async handler(ctx) {
    if (ctx.input.daysOverdue < 0) {
      return failStop('The invoice is not due yet.');
    }
    if (ctx.enrolledObject.id === '') {
      return failContinue('No company given: run the tool on a company.');
    }
    const sent = await ctx.store.get<number>(`reminders/${ctx.enrolledObject.id}`);
    if (sent !== undefined && sent >= 3) {
      return block('Three reminders were sent: call the customer.');
    }
    await ctx.store.put(`reminders/${ctx.enrolledObject.id}`, (sent ?? 0) + 1);
    const company = await ctx.crm.objects.get('companies', ctx.enrolledObject.id, { properties: ['name'] });
    const { tone, daysOverdue, note = '' } = ctx.input;
    const greeting = tone === 'firm' ? 'Your payment is overdue' : 'A friendly reminder';
    ctx.logger.info('reminder written', { company: company.id, tone });
    return ok({
      reminderId: `${company.id}-${(sent ?? 0) + 1}`,
      text: `${greeting}, ${company.properties.name}: ${daysOverdue} days late. ${note}`.trim(),
    });
  },
});

worker.action('mark-paid', {
  label: 'Mark deal as paid',
  objectType: 'deal',
  input: {
    paidAt: { type: 'datetime', label: 'Paid at', required: true },
    reference: { type: 'string', label: 'Reference', isRequired: true },
    details: { type: 'json', label: 'Details' },
  },
  output: { dealId: { type: 'string', label: 'Deal' }, found: { type: 'bool', label: 'Found' } },
  async handler(ctx) {
    const found = await ctx.crm.objects.search('deals', {
      filterGroups: [
        { filters: [{ propertyName: 'dealname', operator: 'CONTAINS_TOKEN', value: ctx.input.reference }] },
      ],
      limit: 1,
    });
    const deal = found.results[0];
    if (deal === undefined) {
      return failContinue(`No deal has the reference ${ctx.input.reference}.`, { found: false });
    }
    await usesScopes(['crm.objects.deals.write'], () =>
      ctx.crm.objects.update('deals', deal.id, { properties: { dealstage: 'closedwon', closedate: ctx.input.paidAt } }),
    );
    return { dealId: deal.id, found: true };
  },
});

worker.tool('request-statement', {
  label: 'Request account statement',
  objectType: 'company',
  input: { month: { type: 'string', label: 'Month (YYYY-MM)', required: true } },
  output: { requestId: { type: 'string', label: 'Request' } },
  async handler(ctx) {
    const key = `statement/${ctx.enrolledObject.id}/${ctx.input.month}`;
    const asked = await ctx.store.get<string>(key);
    if (asked === undefined) {
      await ctx.store.put(key, ctx.execution?.callbackId ?? 'requested');
      return retryLater('The ledger is preparing the statement.', 30);
    }
    await ctx.store.delete(key);
    return ok({ requestId: key });
  },
});

worker.trigger('company-renamed', {
  label: 'Company renamed',
  eventType: 'company.propertyChange.name',
  dedup: 'strict',
  async handler(ctx) {
    for (const event of ctx.input.events) {
      ctx.logger.info('company renamed', { event });
    }
  },
});

worker.sync(ledgerInvoices, {
  label: 'Mirror invoices',
  schedule: '15m',
  into: invoice,
  idProperty: 'ledger_id',
  schema: {
    id: 'ledger_id',
    number: 'invoice_number',
    email: 'customer_email',
    due: 'due_date',
    total: 'amount_due',
    state: 'status',
  },
  manageSchema: 'properties',
});

worker.sync(ledgerChanges, {
  label: 'Invoices as they change',
  schedule: 'event',
  into: 'ledger-invoice',
  idProperty: 'ledger_id',
  schema: { id: 'ledger_id', number: 'invoice_number', total: 'amount_due', state: 'status' },
});

worker.sync('close-month', {
  label: 'Close the month',
  schedule: '0 3 1 * *',
  handler: async (ctx) => {
    const cursor = await ctx.sync.cursor();
    ctx.logger.info('month closed', { cursor });
    await ctx.sync.setCursor(new Date().toISOString());
    return ok();
  },
});

export default worker;
