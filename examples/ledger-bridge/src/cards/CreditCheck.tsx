// The help desk sidebar: the customer's credit limit. `svc types` writes the types of the call.
import { useEffect, useState } from 'react';
import { type BackendFetch, callBackend, logger } from '@svc/sdk/ui';

export default function CreditCheck({ fetchBackend, companyId }: { fetchBackend: BackendFetch; companyId: string }) {
  const [limit, setLimit] = useState<number>();
  useEffect(() => {
    callBackend(fetchBackend, 'credit-check', { companyId }).then(
      (credit) => setLimit(credit.limit),
      (error) => logger.error(String(error)),
    );
  }, [fetchBackend, companyId]);
  return <>Credit limit: {limit === undefined ? 'loading…' : `${limit} EUR`}</>;
}
