// The help desk's sidebar: may this customer buy on account?
import { logger } from '@svc/sdk/ui';

export default function CreditCheck({ limit }: { limit: number }) {
  logger.debug('credit check shown');
  return <>Credit limit: {limit} EUR</>;
}
