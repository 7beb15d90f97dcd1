// The help desk sidebar: the customer's credit limit.
import { logger } from '@svc/sdk/ui';

export default function CreditCheck({ limit }: { limit: number }) {
  logger.debug('credit check shown');
  return <>Credit limit: {limit} EUR</>;
}
