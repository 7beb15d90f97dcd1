/** Reads the payload of a workflow action: a request body or one item of a batch. */

import type { EnrolledObject, ExecutionContext } from '../../context/install.ts';
import { isObject } from '../../platform/body.ts';
import { readPortalId } from '../../protocol/install.ts';
import { NO_OBJECT } from '../context/context.ts';

/** One run of an action. */
export interface ActionPayload {
  readonly input: Record<string, unknown>;
  readonly enrolledObject: EnrolledObject;
  readonly portalId: number | null;
  /** An agent called. It may set only the fields that the tool exposes. */
  readonly byAgent: boolean;
  /** The platform's id of the run. A repeated delivery has the same id. */
  readonly deliveryKey?: string | undefined;
  /** The platform's metadata of the run, if it sends any. */
  readonly execution?: ExecutionContext;
}

/** Values of `context.source` that mean an agent. */
const AGENT_SOURCES: readonly unknown[] = ['AGENTS', 'COPILOT'];

/** @param callbackId the id that completes the run; undefined for an inline action */
export function readActionPayload(payload: Record<string, unknown>, callbackId?: string): ActionPayload {
  const origin = part(payload, 'origin');
  const context = part(payload, 'context');
  return {
    input: readFields(payload),
    enrolledObject: readObject(payload['object']),
    portalId: readPortalId(origin['portalId']),
    deliveryKey: textOf(payload['callbackId']),
    byAgent: AGENT_SOURCES.includes(context['source']),
    execution: readExecution(origin, context, callbackId),
  };
}

function part(payload: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = payload[name];
  return isObject(value) ? value : {};
}

/** Reads the input. The platform sends it up to three times; the plain forms override the typed one. */
function readFields(payload: Record<string, unknown>): Record<string, unknown> {
  const typed = Object.entries(part(payload, 'typedInputs')).map(([name, input]) => [
    name,
    isObject(input) ? input['value'] : input,
  ]);
  return { ...Object.fromEntries(typed), ...part(payload, 'fields'), ...part(payload, 'inputFields') };
}

function readObject(object: unknown): EnrolledObject {
  if (!isObject(object)) {
    return NO_OBJECT; // an agent may run without a record
  }
  const { objectId, objectType, properties } = object;
  return {
    id: textOf(objectId) ?? '',
    objectType: textOf(objectType) ?? '',
    properties: isObject(properties) ? properties : {},
  };
}

function readExecution(
  origin: Record<string, unknown>,
  context: Record<string, unknown>,
  callbackId: string | undefined,
): ExecutionContext | undefined {
  const members = {
    workflowId: textOf(context['workflowId']),
    source: textOf(context['source']),
    callbackId,
    actionDefinitionId: textOf(origin['actionDefinitionId']),
  };
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Returns a string or number as a string, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
