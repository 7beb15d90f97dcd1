/**
 * Passes the chunks of a stream on until its end. Returns false, and cancels the stream, as soon as it exceeds `max`
 * bytes.
 */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  max: number,
  take: (chunk: Uint8Array) => void,
): Promise<boolean> {
  const reader = stream.getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      return true;
    }
    size += value.length;
    if (size > max) {
      reader.cancel().catch(() => {}); // the result does not depend on it
      return false;
    }
    take(value);
  }
}
