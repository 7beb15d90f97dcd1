import { useEffect, useState } from 'react';
import { Text, crm } from '@crm/ui-extensions';
import { backendUrl, logger } from '@svc/sdk/ui';

crm.extend(({ context }) => <Greeting contactId={String(context.crm.objectId)} />);

export default function Greeting({ contactId }: { contactId: string }) {
  const [message, setMessage] = useState('Loading…');

  useEffect(() => {
    crm
      .fetch(backendUrl('greeting'), { method: 'POST', body: { input: { contactId } } })
      .then((response) => response.json())
      .then((answer) => setMessage(answer.result.message))
      .catch((error: unknown) => {
        logger.error(`greeting failed: ${String(error)}`);
        setMessage('The greeting could not be loaded.');
      });
  }, [contactId]);

  return <Text>{message}</Text>;
}
