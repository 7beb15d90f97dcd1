/** POST /workflow-actions/{id}/invoke: a workflow or an agent of the platform runs a tool. */

import type { EnrolledObject, ExecutionContext } from '../../context/install.ts';
import { isObject, parseObject } from '../body.ts';
import { NO_OBJECT } from '../context.ts';
import { dispatch } from '../dispatch.ts';
import { Refusal } from '../errors.ts';
import { installOf, readPortalId } from '../install.ts';
import type { Route } from './route.ts';

export const workflowAction: Route = {
  method: 'POST',
  path: /^\/workflow-actions\/([^/]+)\/invoke$/,
  authentication: 'action-signature',
  handle(call) {
    const { site, request, id } = call;
    const capability = site.tools.get(id);
    if (capability === undefined) {
      throw new Refusal('unknown_capability', `this worker has no tool ${JSON.stringify(id)}`, { capabilityId: id });
    }
    const payload = parseObject(request.headers, request.body);
    const origin = part(payload, 'origin');
    const context = part(payload, 'context');
    const execution = readExecution(origin, context);
    return dispatch({
      place: call,
      capability,
      surface: AGENT_SOURCES.includes(context['source']) ? 'agent' : 'workflow-action',
      input: readFields(payload),
      request,
      install: installOf(site.app.auth, readPortalId(origin['portalId'])),
      enrolledObject: readObject(payload['object']),
      ...(execution !== undefined && { execution }),
    });
  },
};

/** Values of `context.source` that mean an agent, who may fill only what the tool exposes. */
const AGENT_SOURCES: readonly unknown[] = ['AGENTS', 'COPILOT'];

function part(payload: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = payload[name];
  return isObject(value) ? value : {};
}

/** The platform sends the input up to three times; the plain forms win over the typed one. */
function readFields(payload: Record<string, unknown>): Record<string, unknown> {
  const typed = Object.entries(part(payload, 'typedInputs')).map(([name, input]) => [
    name,
    isObject(input) ? input['value'] : input,
  ]);
  return { ...Object.fromEntries(typed), ...part(payload, 'fields'), ...part(payload, 'inputFields') };
}

function readObject(object: unknown): EnrolledObject {
  if (!isObject(object)) {
    return NO_OBJECT; // agents may act on no record
  }
  const { objectId, objectType, properties } = object;
  return {
    id: text(objectId) ?? '',
    objectType: text(objectType) ?? '',
    properties: isObject(properties) ? properties : {},
  };
}

/** What the platform says about the run; undefined when it says nothing. The inline route has no callback to complete. */
function readExecution(
  origin: Record<string, unknown>,
  context: Record<string, unknown>,
): ExecutionContext | undefined {
  const members = {
    workflowId: text(context['workflowId']),
    source: text(context['source']),
    actionDefinitionId: text(origin['actionDefinitionId']),
  };
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
