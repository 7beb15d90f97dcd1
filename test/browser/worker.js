// A card in a worker, as the CRM runs it. Its bundle has no card id, so entries name the file.
import { logger } from '@svc/sdk/ui';

globalThis.onmessage = ({ data }) => logger.info(data);
