/** Reading what the platform posts to run a workflow action: one payload, or an item of a batch. */
import type { EnrolledObject, ExecutionContext } from '../../context/install.ts';
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
/** @param callbackId what completes the run; the inline route has none */
export declare function readActionPayload(payload: Record<string, unknown>, callbackId?: string): ActionPayload;
/** A text or a number as text. */
export declare function textOf(value: unknown): string | undefined;
