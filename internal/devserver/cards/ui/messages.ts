/** What the frame of a card and the page around it say to each other. */

/** What a card learns about where it runs, as its `context`. */
export interface CardContext {
  readonly location: string;
  readonly user: Readonly<Record<string, unknown>>;
  readonly portal: { readonly id: number; readonly timezone: string };
  readonly crm: { readonly objectId: number; readonly objectTypeId: string };
  readonly extension: { readonly appId: number; readonly appName: string; readonly cardTitle: string };
}

/** The first message to the frame. A port for the other messages comes with it. */
export interface Begin {
  readonly begin: CardContext;
}

/** A request of a card. */
export interface CardFetch {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; null for none. */
  readonly body: unknown;
  /** How long the answer may take, in ms. Undefined: as long as the platform waits. */
  readonly timeout?: number | undefined;
}

/** The response to a request of a card. */
export interface CardResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A log entry of a card. */
export interface CardLog {
  readonly level: string;
  readonly message: string;
}

/** An error that the card does not catch. */
export interface CardFailure {
  readonly name: string;
  readonly message: string;
  /** The engine's text. Its positions are those of the bundle. */
  readonly stack: string;
}

/** A short message to the user. */
export interface CardAlert {
  readonly type: string;
  readonly title: string;
  readonly message: string;
}

/** What the frame asks the page for, by name: the argument and the result. */
export interface Calls {
  fetch(request: CardFetch): CardResponse;
  properties(names: readonly string[]): Readonly<Record<string, string | null>>;
  search(request: unknown): unknown;
  associations(request: unknown): unknown;
  api(request: unknown): unknown;
  log(entry: CardLog): null;
  failure(failure: CardFailure): null;
  alert(alert: CardAlert): null;
  iframe(request: {
    readonly uri: string;
    readonly title: string;
    readonly width: number;
    readonly height: number;
  }): null;
  copy(text: string): null;
  open(url: string): null;
  reload(nothing: null): null;
  ready(nothing: null): null;
  height(pixels: number): null;
}

/** A call of the frame. */
export interface Call {
  readonly id: number;
  readonly call: keyof Calls;
  readonly argument: unknown;
  /** What the call belongs to: a click, or the load of the card. */
  readonly trace: string;
}

/** The answer to a call. */
export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}
