/** Card backends: the code behind cards, since card code holds no secrets. */
import type { HandlerContext } from '../context/handler.ts';
import type { AppObjectDefinition } from './app-object.ts';
import type { CapabilityBillingDeclaration } from './billing.ts';
import type { FieldDefinition, FieldMap, InferInput, OnlyMembersOf, OutputFieldMap } from './field.ts';
/** The options of `worker.cardBackend`. */
export interface CardBackendOptions<I extends FieldMap = FieldMap> {
    readonly label?: string;
    /** CRM object types, or app objects of this app. */
    readonly objectTypes?: readonly (string | AppObjectDefinition)[];
    /** Input fields; they type `ctx.input`. */
    readonly input?: I;
    readonly output?: OutputFieldMap;
    readonly billing?: CapabilityBillingDeclaration;
    /** Returns anything that JSON can carry, an outcome, or a `ReadableStream` that is streamed to the card. */
    handler(ctx: HandlerContext<InferInput<I>>): unknown;
}
/** A declared card backend. */
export interface CardBackendDefinition<I extends FieldMap = FieldMap> extends CardBackendOptions<I> {
    readonly kind: 'cardBackend';
    readonly id: string;
}
/** What `cardBackend` takes: its options, and no input field with a member that fields do not have. */
type StrictCardBackendOptions<I extends FieldMap> = CardBackendOptions<I> & {
    readonly input?: OnlyMembersOf<FieldDefinition, I>;
};
/** Builds a card backend without registering it; `worker.cardBackend` builds and registers in one go. */
export declare function cardBackend<const I extends FieldMap = {}>(id: string, options: StrictCardBackendOptions<I>): CardBackendDefinition<I>;
export {};
