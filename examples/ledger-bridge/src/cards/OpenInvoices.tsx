// A tab on companies: the open invoices.
import { useEffect, useState } from 'react';
import { Alert, DescriptionList, Heading, LoadingSpinner, crm } from '@crm/ui-extensions';
import { type CardBackendOutput, callBackend, logger } from '@svc/sdk/ui';
import { Amount } from './parts/Amount';

interface Invoices {
  company: string;
  rows: { number: string; amountDue: number }[];
}

crm.extend(({ context }) => <OpenInvoices companyId={String(context.crm.objectId)} />);

export default function OpenInvoices({ companyId }: { companyId: string }) {
  const [invoices, setInvoices] = useState<Invoices>();
  const [failure, setFailure] = useState('');
  useEffect(() => {
    callBackend(crm.fetch, 'open-invoices', { companyId }).then(
      (result: CardBackendOutput<'open-invoices'>) => setInvoices(result as Invoices),
      (error: unknown) => {
        logger.error(String(error));
        setFailure('The invoices could not be loaded.');
      },
    );
  }, [companyId]);
  if (failure !== '') {
    return (
      <Alert title="Open invoices" variant="error">
        {failure}
      </Alert>
    );
  }
  if (invoices === undefined) {
    return <LoadingSpinner label="Loading the invoices" />;
  }
  return (
    <>
      <Heading>{invoices.company}</Heading>
      <DescriptionList>
        {invoices.rows.map((row) => (
          <Amount key={row.number} label={row.number} value={row.amountDue} />
        ))}
      </DescriptionList>
    </>
  );
}
