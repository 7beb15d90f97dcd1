// The card with flags. Its backend evaluates them.
import { logger } from '@svc/sdk/ui';

export default function Panel() {
  logger.info('panel shown');
  return null;
}
