/** The gate before everything experimental. */

/** Everything experimental is gated: without this it throws. */
export interface ExperimentalOptions {
  readonly experimental: true;
}

/** Which flags are meant where several projects or environments deliver theirs into one portal. */
export interface FlagDestinationOptions extends ExperimentalOptions {
  /** From `flagDestinationSourceId`. Default: the flags of one source only, told apart by their keys. */
  readonly sourceId?: string;
}

/** Throws unless whoever calls `name` knows that it is experimental. */
export function assertExperimental(name: string, options: ExperimentalOptions): void {
  if ((options as Partial<ExperimentalOptions> | undefined)?.experimental !== true) {
    throw new Error(
      `${name} is experimental and may change in any version of @svc/sdk: pass { experimental: true } as its last argument to use it`,
    );
  }
}
