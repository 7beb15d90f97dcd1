import type { HandlerContext } from '../context/handler.ts';
import type { AppObjectDefinition } from '../declare/app-object.ts';
import type { CapabilityBillingDeclaration } from '../declare/billing.ts';
import type { FieldDefinition, FieldMap, InferInput, OnlyMembersOf, OutputFieldMap } from '../declare/field.ts';
import { fieldReader } from '../declare/field-reader.ts';
import type { ObjectTypeName } from '../declare/known-values.ts';
import { declare } from '../declare/recorder.ts';

/** The options of `worker.cardBackend`. */
export interface CardBackendOptions<I extends FieldMap = FieldMap> {
  /** The display name. */
  readonly label?: string;
  /** The object types of the card's records: CRM object types, or app objects of this app. Default: none. */
  readonly objectTypes?: readonly (ObjectTypeName | AppObjectDefinition)[];
  /** Input fields. They type `ctx.input`. Default: none. */
  readonly input?: I;
  /** Output fields. They type the result of `callBackend`, but the handler may return any value. Default: none. */
  readonly output?: OutputFieldMap;
  /** Which features the card backend requires, and the meter on which it counts. Default: none. */
  readonly billing?: CapabilityBillingDeclaration;
  /**
   * Serves one request of a card, within 15 seconds. Returns a JSON value, an `ActionResult`, or a `ReadableStream`
   * that is streamed to the card.
   */
  handler(ctx: HandlerContext<InferInput<I>>): unknown;
}

/** A declared card backend. */
export interface CardBackendDefinition<I extends FieldMap = FieldMap> extends CardBackendOptions<I> {
  /** Always `cardBackend`. */
  readonly kind: 'cardBackend';
  /** The id passed to `cardBackend`, which `backend` of a card names. Unique within the worker. */
  readonly id: string;
}

// `FieldMap` completes members before `I` is inferred.
/**
 * What `cardBackend` takes: its options, without unknown members in the input fields. A function of the app that makes
 * card backends takes it, too, and keeps the types of its caller's fields.
 */
export type StrictCardBackendOptions<I extends FieldMap> = CardBackendOptions<I> & {
  /** Input fields. They type `ctx.input`. Default: none. */
  readonly input?: OnlyMembersOf<FieldDefinition, I> & FieldMap;
};

/**
 * Builds the backend of a card without registering it. Card code runs in the browser and has no secrets and no CRM
 * client, so a card calls its backend for both. `worker.cardBackend` builds and registers in one call.
 *
 * @example
 * import { cardBackend, defineWorker } from '@svc/sdk';
 *
 * const creditCheck = cardBackend('credit-check', {
 *   input: { companyId: { type: 'string', required: true } },
 *   handler: (ctx) => ctx.crm.objects.get('companies', ctx.input.companyId),
 * });
 *
 * export default defineWorker('cards', { use: [creditCheck] });
 */
export function cardBackend<const I extends FieldMap = {}>(
  id: string,
  options: StrictCardBackendOptions<I>,
): CardBackendDefinition<I> {
  return declare('cardBackend', [id, options], { ...options, kind: 'cardBackend', id }, fieldReader());
}
