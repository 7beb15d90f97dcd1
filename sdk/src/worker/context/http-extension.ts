import { Extension } from '../../platform/extension.ts';
import type { makeHttpClient } from '../../platform/http-client.ts';

export const httpExtension = /* @__PURE__ */ new Extension<typeof makeHttpClient>('ctx.http', 'http');
