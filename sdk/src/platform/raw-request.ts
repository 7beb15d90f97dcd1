/** A request as it was received: the URL with its query, and the unparsed body. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}
