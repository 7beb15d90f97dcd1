import { useEffect, useState } from 'react';
import { Text, crm } from '@crm/ui-extensions';
import { callBackend, logger } from '@svc/sdk/ui';

crm.extend(({ context }) => <Greeting contactId={String(context.crm.objectId)} />);

export default function Greeting({ contactId }: { contactId: string }) {
  const [message, setMessage] = useState('Loading…');

  useEffect(() => {
    callBackend(crm.fetch, 'greeting', { contactId })
      .then((answer) => setMessage(answer.message ?? ''))
      .catch((error: unknown) => {
        logger.error(`greeting failed: ${String(error)}`);
        setMessage('The greeting could not be loaded.');
      });
  }, [contactId]);

  return <Text>{message}</Text>;
}
