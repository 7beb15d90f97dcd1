// A card in a worker, as the CRM runs it. Its bundle has no card id, so entries name the file.
import { enableSvcDev, logger } from '@svc/sdk/ui';

globalThis.onmessage = ({ data: { url, message } }) => {
  if (url) {
    enableSvcDev(url);
  }
  logger.info(message);
};
