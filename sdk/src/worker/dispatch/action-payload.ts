/** Reading what the platform posts to run a workflow action: one payload, or an item of a batch. */

import type { EnrolledObject, ExecutionContext } from '../../context/install.ts';
import { isObject } from '../../platform/body.ts';
import { readPortalId } from '../../protocol/install.ts';
import { NO_OBJECT } from '../context/context.ts';

/** One run of an action. */
export interface ActionPayload {
  readonly input: Record<string, unknown>;
  readonly enrolledObject: EnrolledObject;
  readonly portalId: number | null;
  /** An agent asks, who may fill only what the tool exposes. */
  readonly byAgent: boolean;
  /** The platform's id of the run, the same when it is delivered again. */
  readonly deliveryKey?: string | undefined;
  /** What the platform says about the run; absent when it says nothing. */
  readonly execution?: ExecutionContext;
}

/** Values of `context.source` that mean an agent. */
const AGENT_SOURCES: readonly unknown[] = ['AGENTS', 'COPILOT'];

/** @param callbackId what completes the run; the inline route has none */
export function readActionPayload(payload: Record<string, unknown>, callbackId?: string): ActionPayload {
  const origin = part(payload, 'origin');
  const context = part(payload, 'context');
  const execution = readExecution(origin, context, callbackId);
  return {
    input: readFields(payload),
    enrolledObject: readObject(payload['object']),
    portalId: readPortalId(origin['portalId']),
    deliveryKey: textOf(payload['callbackId']),
    byAgent: AGENT_SOURCES.includes(context['source']),
    ...(execution !== undefined && { execution }),
  };
}

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

/** A text or a number as text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
