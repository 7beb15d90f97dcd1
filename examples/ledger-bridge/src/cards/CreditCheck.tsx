// The help desk sidebar: the credit limit of the ticket's company. `svc types` writes the types of the call.
import { useEffect, useState } from 'react';
import { Text, crm } from '@crm/ui-extensions';
import { callBackend, logger } from '@svc/sdk/ui';

crm.extend(({ context, actions }) => (
  <CreditCheck ticketId={String(context.crm.objectId)} readProperties={actions.fetchCrmObjectProperties} />
));

/** The ticket's property with the id of its company. */
const COMPANY = 'hs_primary_company_id';

interface Props {
  ticketId: string;
  readProperties: (names: string[]) => Promise<Record<string, string | null>>;
}

export default function CreditCheck({ ticketId, readProperties }: Props) {
  const [limit, setLimit] = useState<number>();
  useEffect(() => {
    readProperties([COMPANY])
      .then((ticket) => callBackend(crm.fetch, 'credit-check', { companyId: ticket[COMPANY] ?? `of ${ticketId}` }))
      .then(
        (credit) => setLimit(credit.limit),
        (error: unknown) => logger.error(String(error)),
      );
  }, [ticketId, readProperties]);
  return <Text>Credit limit: {limit === undefined ? 'loading…' : `${limit} EUR`}</Text>;
}
