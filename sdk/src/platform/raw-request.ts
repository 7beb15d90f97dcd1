/** A request as it was received: the URL with its query, and the unparsed body. */
export interface RawRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The URL as the caller sent it, with its query. */
  readonly url: string;
  /** The headers. */
  readonly headers: Headers;
  /** The body's bytes. */
  readonly body: Uint8Array;
}
