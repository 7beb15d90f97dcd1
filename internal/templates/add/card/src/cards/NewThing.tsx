import { useEffect, useState } from 'react';
import { Text, crm } from '@crm/ui-extensions';
import { backendUrl, logger } from '@svc/sdk/ui';

crm.extend(({ context }) => <NewThing recordId={String(context.crm.objectId)} />);

export default function NewThing({ recordId }: { recordId: string }) {
  const [message, setMessage] = useState('Loading…');

  useEffect(() => {
    crm
      .fetch(backendUrl('new-thing'), { method: 'POST', body: { input: { recordId } } })
      .then((response) => response.json())
      .then((answer) => setMessage(answer.result.message))
      .catch((error: unknown) => logger.error(`new-thing failed: ${String(error)}`));
  }, [recordId]);

  return <Text>{message}</Text>;
}
