// The backends of the cards, built separately and registered with `use`.
import { cardBackend, defineWorker } from '@svc/sdk';
import { invoice } from '../objects/invoice';

interface Row {
  number: string;
  amountDue: number;
}

const openInvoices = cardBackend('open-invoices', {
  label: 'Open invoices',
  objectTypes: ['companies'],
  input: { companyId: { type: 'string', required: true }, limit: { type: 'number', default: 5 } },
  async handler(ctx) {
    const company = await ctx.crm.objects.get('companies', ctx.input.companyId, { properties: ['name'] });
    const deals = await ctx.crm.objects.list('deals', { limit: ctx.input.limit, properties: ['dealname', 'amount'] });
    const rows: Row[] = deals.results.map((deal) => ({
      number: String(deal.properties.dealname),
      amountDue: Number(deal.properties.amount ?? 0),
    }));
    return { company: company.properties.name, rows, total: rows.reduce((sum, row) => sum + row.amountDue, 0) };
  },
});

const creditCheck = cardBackend('credit-check', {
  objectTypes: [invoice, 'tickets'],
  input: { companyId: { type: 'string', required: true } },
  output: { limit: { type: 'number' }, checkedCompanies: { type: 'number' } },
  billing: { requires: ['credit-limits'], onLimit: 'warn' },
  async handler(ctx) {
    const key = `credit/${ctx.input.companyId}`;
    const known = await ctx.store.get<{ limit: number }>(key);
    const credit = known ?? { limit: 10_000 };
    await ctx.store.put(key, credit);
    const checked = await ctx.store.list('credit/', { limit: 10 });
    return { ...credit, checkedCompanies: checked.length, portal: ctx.install.portalId };
  },
});

export default defineWorker('cards', { use: [openInvoices, creditCheck] });
