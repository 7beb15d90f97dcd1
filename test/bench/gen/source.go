// This file has the sources of a generated project.

package main

import (
	"fmt"
	"strings"
)

const config = `import { defineApp } from '@svc/sdk';

export default defineApp({
  name: 'Warehouse',
  description: 'Orders, shipments and stock levels beside your deals.',
  distribution: 'private',
  auth: 'static',
  platformVersion: '2026.03',
  scopes: [
    'crm.objects.companies.read',
    'crm.objects.companies.write',
    'crm.objects.deals.read',
    'crm.objects.deals.write',
  ],
});
`

const tsconfig = `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "ESNext",
    "moduleResolution": "Bundler",
    "strict": true
  },
  "include": ["svc.config.ts", "src"]
}
`

const sharedFields = `/** Fields that several workers ask for. */
export const orderNumber = { type: 'string', label: 'Order number', required: true } as const;

export const amount = (label: string) => ({ type: 'number', label, required: true }) as const;

export const carrier = {
  type: 'enumeration',
  label: 'Carrier',
  options: ['post', 'courier', 'freight'],
  fieldType: 'select',
} as const;
`

const sharedFormat = `/** Money as people write it. */
export function money(minor: number, currency: string): string {
  return (minor / 100).toFixed(2) + ' ' + currency;
}

export function isOverdue(due: string, today: string): boolean {
  return due < today;
}
`

// subjects vary the words of the workers.
var subjects = []string{"shipment", "invoice", "refund", "stock level", "delivery", "return", "quote", "contract"}

// worker is one worker file: a tool, a card backend, and in every other one a sync.
func worker(i int) string {
	subject := subjects[i%len(subjects)]
	id := fmt.Sprintf("%s-%d", strings.ReplaceAll(subject, " ", "-"), i)
	text := fmt.Sprintf(workerHead, i, subject, id)
	if i%2 == 1 {
		text += fmt.Sprintf(workerSync, i, subject, id)
	}
	return text
}

const workerHead = `import { defineWorker, failContinue, ok, retryLater } from '@svc/sdk';
import { amount, carrier, orderNumber } from '../lib/fields';
import { isOverdue, money } from '../lib/format';

/** Keeps every %[2]s of warehouse %[1]d beside its company. */
const worker = defineWorker('warehouse-%[1]d');

const PRIORITIES = ['low', 'normal', 'high'] as const;

interface Booking {
  status: string;
  reference: string;
}

worker.tool('book-%[3]s', {
  label: 'Book a %[2]s',
  description: 'Books a %[2]s for the company and notes its number on the record.',
  objectType: 'company',
  input: {
    orderNumber,
    total: amount('Total in cents'),
    carrier,
    priority: { type: 'enumeration', label: 'Priority', options: [...PRIORITIES], default: 'normal' },
    dueDate: { type: 'datetime', label: 'Due date' },
    note: { type: 'string', label: 'Note', description: 'Shown to the warehouse %[1]d' },
  },
  output: {
    reference: { type: 'string', label: 'Reference' },
    overdue: { type: 'bool', label: 'Overdue' },
  },
  async handler(ctx) {
    const company = await ctx.crm.objects.get('companies', ctx.enrolledObject.id);
    if (!company) {
      return failContinue('This company is gone.');
    }
    const answer = await ctx.http.post<Booking>('https://warehouse.example.com/v1/book', {
      order: ctx.input.orderNumber,
      price: money(ctx.input.total, 'EUR'),
      warehouse: %[1]d,
    });
    if (answer.status === 'busy') {
      return retryLater('The warehouse is busy.', 30);
    }
    const overdue = isOverdue(ctx.input.dueDate ?? '', new Date().toISOString());
    await ctx.crm.objects.update('companies', company.id, { properties: { last_%[1]d: answer.reference } });
    ctx.logger.info('booked', { subject: '%[2]s', overdue });
    return ok({ reference: answer.reference, overdue });
  },
});

worker.cardBackend('show-%[3]s', {
  label: 'Open %[2]ss',
  objectTypes: ['companies', 'deals'],
  input: { limit: { type: 'number', label: 'How many', default: 10 } },
  async handler(ctx) {
    const deals = await ctx.crm.objects.search('deals', { query: '%[3]s', limit: ctx.input.limit });
    return { items: deals.results.map((deal) => ({ id: deal.id, name: deal.properties.dealname })) };
  },
});

export default worker;
`

const workerSync = `
interface Page {
  next: string;
  rows: unknown[];
}

worker.sync('nightly-%[3]s', {
  label: 'Nightly %[2]ss',
  schedule: '0 3 * * *',
  async handler(ctx) {
    const after = (await ctx.sync?.cursor()) ?? '';
    const page = await ctx.http.get<Page>('https://warehouse.example.com/v1/%[1]d?after=' + after);
    await ctx.sync?.setCursor(page.next);
    ctx.logger.info('synced', { rows: page.rows.length });
  },
});
`
