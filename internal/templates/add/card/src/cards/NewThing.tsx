import { useEffect, useState } from 'react';
import { Text, crm } from '@crm/ui-extensions';
import { callBackend, logger } from '@svc/sdk/ui';

crm.extend(({ context }) => <NewThing recordId={String(context.crm.objectId)} />);

export default function NewThing({ recordId }: { recordId: string }) {
  const [message, setMessage] = useState('Loading…');

  useEffect(() => {
    // svc types writes the types of the backend's input and output.
    callBackend(crm.fetch, 'new-thing', { recordId })
      .then((answer) => setMessage(answer.message ?? ''))
      .catch((error: unknown) => logger.error(`new-thing failed: ${String(error)}`));
  }, [recordId]);

  return <Text>{message}</Text>;
}
