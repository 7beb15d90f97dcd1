/** A request as it came in: the URL with its query, the body's bytes before anything parsed them. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}
