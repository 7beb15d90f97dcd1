/**
 * One item of a batched workflow action: runs the tool, and completes the item's callback with what the inline route
 * would have answered. An item that is asked to wait leaves its callback open; every other one is completed, since
 * nobody asks again for an item of a batch.
 */
import type { ToolDefinition } from '../../capability/tool.ts';
import { type ErrorCode } from '../../platform/errors.ts';
import type { RawRequest } from '../../platform/raw-request.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
/** What the answer says about one item. */
export interface ItemResult {
    /** Null: the item has none that could be completed, and was not run. */
    readonly callbackId: string | null;
    /** The tool ended with `ok`, and the platform was told so. */
    readonly ok: boolean;
    /** The outcome; `rejected`: the tool never ran. */
    readonly status: string;
    /** The callback is completed; it is left open by retry-later, and when the CRM does not take the completion. */
    readonly completed: boolean;
    readonly error?: ErrorCode;
    readonly message?: string;
    readonly retryAfterSeconds?: number;
}
/** Runs one item. Never throws. */
export declare function runItem(place: RequestContext, tool: ToolDefinition, payload: unknown, request: RawRequest): Promise<ItemResult>;
/** A callback id as part of a path; `.` and `..` would name another resource. */
export declare function callbackOf(value: unknown): string | undefined;
