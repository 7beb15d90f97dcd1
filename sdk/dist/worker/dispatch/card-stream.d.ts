/**
 * A card backend that returns a `ReadableStream`. Its first chunk is waited for before the answer begins, so that what
 * goes wrong until then is answered like any other outcome; after that all that can be done is to break the stream off.
 */
import { type Deadline } from '../../platform/deadline.ts';
/** A stream whose first chunk is there. */
export interface OpenedStream {
    readonly reader: ReadableStreamDefaultReader<unknown>;
    /** Undefined: it was empty. */
    readonly first: Uint8Array | undefined;
    readonly contentType: string;
}
/** How a stream ended. A card that goes away early has had what it wanted: `ok`. */
export type StreamEnd = (how: 'ok' | 'error' | 'timeout', error?: unknown) => void;
/** Waits for the first chunk. Rejects with what the stream fails with before it. */
export declare function openStream(reader: OpenedStream['reader']): Promise<OpenedStream>;
/** The body of the answer. `onEnd` is called once, whichever way it ends. */
export declare function streamBody(opened: OpenedStream, budget: Deadline, onEnd: StreamEnd): ReadableStream<Uint8Array>;
/** Lets go of a stream that nobody will read on. Never rejects. */
export declare function abandon(reader: Pick<ReadableStreamDefaultReader, 'cancel'>, reason: unknown): Promise<void>;
