// The card that has flags: its backend evaluates them.
import { logger } from '@svc/sdk/ui';

export default function Panel() {
  logger.info('panel shown');
  return null;
}
