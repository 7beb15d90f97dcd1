/**
 * Streams the response of a card backend that returns a `ReadableStream`. The response starts after the first chunk, so
 * that earlier errors become a normal error response. Later errors abort the stream.
 */

import { utf8 } from '../../platform/bytes.ts';
import { type Deadline, TIMED_OUT } from '../../platform/deadline.ts';

/** A stream whose first chunk was read. */
export interface OpenedStream {
  readonly reader: ReadableStreamDefaultReader<unknown>;
  /** Undefined if the stream is empty. */
  readonly first: Uint8Array | undefined;
  readonly contentType: string;
}

/** A stream whose first chunk was read, and the deadline of its handler. */
export interface RunningStream extends OpenedStream {
  readonly deadline: Deadline;
}

/** Reports the end of a stream. `ok` includes a card that cancels early. */
export type StreamEnd = (how: 'ok' | 'error' | 'timeout', error?: unknown) => void;

/** Reads the first chunk. Rejects with the stream's error. */
export async function openStream(reader: OpenedStream['reader']): Promise<OpenedStream> {
  const { done, value } = await reader.read();
  const contentType = typeof value === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
  return { reader, first: done ? undefined : bytesOf(value), contentType };
}

/** Returns the response body. `onEnd` is called exactly once. */
export function streamBody(running: RunningStream, onEnd: StreamEnd): ReadableStream<Uint8Array> {
  const { reader, deadline } = running;
  let first = running.first;
  let isOver = first === undefined;
  let end: StreamEnd | undefined = (how, error) => {
    end = undefined;
    deadline.end();
    onEnd(how, error);
  };

  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const read = first === undefined ? await deadline.within(reader.read()) : { done: false, value: first };
      first = undefined;
      if (read === TIMED_OUT) {
        throw new StreamTimeout(deadline.ms);
      }
      const chunk = read.done ? undefined : bytesOf(read.value);
      if (chunk === undefined || chunk.length > 0) {
        return chunk; // skips empty chunks: the reader would wait for the next one
      }
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = isOver ? undefined : await next();
          if (chunk !== undefined) {
            controller.enqueue(chunk);
            return;
          }
          isOver = true;
          end?.('ok');
          controller.close();
        } catch (error) {
          end?.(error instanceof StreamTimeout ? 'timeout' : 'error', error);
          controller.error(new Error('the card backend aborted its stream')); // the cause may be confidential
          await abandon(reader, error);
        }
      },
      async cancel(reason) {
        end?.('ok');
        await abandon(reader, reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Cancels a stream. Never rejects. */
export async function abandon(reader: Pick<ReadableStreamDefaultReader, 'cancel'>, reason: unknown): Promise<void> {
  await reader.cancel(reason).catch(() => {}); // it has already failed
}

class StreamTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`the stream did not end within ${timeoutMs / 1000} seconds`);
    this.name = 'TimeoutError';
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') {
    return utf8.encode(chunk);
  }
  if (chunk instanceof Uint8Array) {
    return chunk;
  }
  if (chunk instanceof ArrayBuffer) {
    return new Uint8Array(chunk);
  }
  throw new TypeError(`a card backend's stream must contain strings or bytes (Uint8Array), not ${describe(chunk)}`);
}

function describe(chunk: unknown): string {
  return chunk === null
    ? 'null'
    : typeof chunk === 'object'
      ? 'other objects; JSON.stringify them'
      : `a ${typeof chunk}`;
}
