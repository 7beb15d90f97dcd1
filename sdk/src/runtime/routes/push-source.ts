/** POST /webhooks/{source}: the sender of a push source posts. The source's own hmac lets it in. */

import { verifySourceHmac } from '../auth/source-hmac.ts';
import { parseBody } from '../body.ts';
import { Refusal, json } from '../errors.ts';
import { takePosted } from '../push-intake.ts';
import { targetInstalls } from '../target-installs.ts';
import type { Route } from './route.ts';

/** No source may be named so: `/webhooks/crm` is where the CRM delivers to the app worker. */
const CRM = 'crm';

export const pushSource: Route = {
  method: 'POST',
  path: /^\/webhooks\/([^/]+)$/,
  authentication: 'own',
  async handle(call) {
    const { site, env, host, request, url, id } = call;
    const source = site.pushSources.get(id);
    if (source === undefined || id === CRM) {
      throw new Refusal('not_found', 'there is no such route'); // there is no key that the sender could be known by
    }
    await verifySourceHmac(request, source, env, host.now());
    const event = parseBody(request.headers, request.body);
    const installs = await targetInstalls(call, url.searchParams.get('install'));
    return json(200, { ok: true, rows: await takePosted(call, source, event, installs) });
  },
};
