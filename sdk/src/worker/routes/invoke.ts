/** POST /capabilities/{id}/invoke?kind=: runs a tool or card backend for operators of the app. */

import type { EnrolledObject } from '../../context/install.ts';
import { isObject, parseObject } from '../../platform/body.ts';
import { invalidInput } from '../../platform/errors.ts';
import { NO_OBJECT } from '../context/context.ts';
import { textOf } from '../dispatch/action-payload.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { installFrom } from '../install/install.ts';
import { toolOrCard } from '../request/find-capability.ts';
import type { Call } from '../request/route.ts';

export async function invoke(call: Call): Promise<Response> {
  const { worker, request, url, id } = call;
  const capability = toolOrCard(worker, id, url.searchParams.get('kind'));
  const { input, object, install } = parseObject(request.headers, request.body);
  return dispatch({
    context: call,
    capability,
    surface: 'invoke',
    input,
    request,
    install: await installFrom(call, install),
    enrolledObject: readObject(object),
  });
}

/** Reads the named record, such as `{"id": "1", "objectType": "company", "properties": {}}`. */
function readObject(object: unknown): EnrolledObject {
  if (object === undefined || object === null) {
    return NO_OBJECT;
  }
  if (!isObject(object)) {
    throw invalidInput('object', 'object must be an object such as {"id": "1", "objectType": "company"}');
  }
  const { id = '', objectType = '', properties = {} } = object;
  const [idText, typeText] = [textOf(id), textOf(objectType)];
  if (idText === undefined || typeText === undefined || !isObject(properties)) {
    const message = 'the id and objectType of object must be strings, and its properties an object';
    throw invalidInput('object', message);
  }
  return { id: idText, objectType: typeText, properties };
}
