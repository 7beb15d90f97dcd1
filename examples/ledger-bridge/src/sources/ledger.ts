// Two sources of invoices: fetched page by page, and pushed when they change.
import { defineSource } from '@svc/sdk';

/** An invoice in the ledger's API. */
export interface LedgerInvoice {
  id: string;
  number: string;
  email: string;
  due: string;
  total: number;
  state: 'open' | 'overdue' | 'paid';
}

interface LedgerPage {
  invoices: LedgerInvoice[];
  next?: string;
}

const LEDGER_API = 'https://api.ledger-bridge.example.com/v2';

export const ledgerInvoices = defineSource({
  name: 'ledger-invoices',
  auth: { type: 'bearer', token: 'LEDGER_TOKEN' },
  async fetch({ cursor, http }) {
    const after = cursor === undefined ? '' : `&after=${encodeURIComponent(cursor)}`;
    const page = await http.get<LedgerPage>(`${LEDGER_API}/invoices?limit=500${after}`);
    return { rows: page.invoices.map((row) => ({ key: row.id, data: row })), cursor: page.next };
  },
});

export const ledgerChanges = defineSource.push({
  name: 'ledger-changes',
  auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },
  receive({ event }) {
    const { invoices } = event as LedgerPage;
    return { rows: invoices.map((row) => ({ key: row.id, data: row })) };
  },
});
