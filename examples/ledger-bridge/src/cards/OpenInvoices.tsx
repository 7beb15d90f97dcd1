// A tab on companies: the open invoices.
import { useEffect, useState } from 'react';
import { backendUrl, logger } from '@svc/sdk/ui';
import { Amount } from './parts/Amount';

interface Invoices {
  company: string;
  rows: { number: string; amountDue: number }[];
}

export default function OpenInvoices({ fetchBackend }: { fetchBackend: (url: string) => Promise<Invoices> }) {
  const [invoices, setInvoices] = useState<Invoices | null>(null);
  useEffect(() => {
    fetchBackend(backendUrl('open-invoices')).then(setInvoices, (error) => logger.error(String(error)));
  }, [fetchBackend]);
  if (invoices === null) {
    return <>Loading…</>;
  }
  return (
    <>
      {invoices.company}
      {invoices.rows.map((row) => (
        <Amount key={row.number} label={row.number} value={row.amountDue} />
      ))}
    </>
  );
}
