/** POST /capabilities/{id}/invoke?kind=: the project's own tools run a tool or a card backend. */

import type { EnrolledObject } from '../../context/install.ts';
import { isObject, parseObject } from '../body.ts';
import { NO_OBJECT } from '../context.ts';
import { dispatch } from '../dispatch.ts';
import { Refusal } from '../errors.ts';
import { installFrom } from '../install.ts';
import type { Capability } from '../site.ts';
import type { Call, Route } from './route.ts';

export const invoke: Route = {
  method: 'POST',
  path: /^\/capabilities\/([^/]+)\/invoke$/,
  authentication: 'grant',
  handle(call) {
    const capability = findCapability(call);
    const { input, object, install } = parseObject(call.request.headers, call.request.body);
    return dispatch({
      place: call,
      capability,
      surface: 'invoke',
      input,
      request: call.request,
      install: installFrom(call.site.app.auth, install),
      enrolledObject: readObject(object),
    });
  },
};

function findCapability({ site, id, url }: Call): Capability {
  const kind = url.searchParams.get('kind');
  if (kind !== null && kind !== 'tool' && kind !== 'cardBackend') {
    throw new Refusal('invalid_input', 'kind must be tool or cardBackend', { capabilityId: id, field: 'kind' });
  }
  const tool = kind === 'cardBackend' ? undefined : site.tools.get(id);
  const cardBackend = kind === 'tool' ? undefined : site.cardBackends.get(id);
  if (tool !== undefined && cardBackend !== undefined) {
    const message = `${JSON.stringify(id)} is both a tool and a card backend; add ?kind=tool or ?kind=cardBackend`;
    throw new Refusal('ambiguous_capability', message, { capabilityId: id, kinds: ['tool', 'cardBackend'] });
  }
  const found = tool ?? cardBackend;
  if (found === undefined) {
    const what = kind === null ? 'tool or card backend' : kind === 'tool' ? 'tool' : 'card backend';
    throw new Refusal('unknown_capability', `this worker has no ${what} ${JSON.stringify(id)}`, { capabilityId: id });
  }
  return found;
}

/** The record that the caller names, as in `{"id": "1", "objectType": "company", "properties": {}}`. */
function readObject(object: unknown): EnrolledObject {
  if (object === undefined || object === null) {
    return NO_OBJECT;
  }
  if (!isObject(object)) {
    throw new Refusal('invalid_input', 'object must be an object such as {"id": "1", "objectType": "company"}', {
      field: 'object',
    });
  }
  const { id, objectType, properties } = object;
  return {
    id: String(id ?? ''),
    objectType: String(objectType ?? ''),
    properties: isObject(properties) ? properties : {},
  };
}
