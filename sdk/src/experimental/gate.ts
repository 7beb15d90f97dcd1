/** Confirms that the caller uses an experimental function. */
export interface ExperimentalOptions {
  /** Always true. Without it, the function throws. */
  readonly experimental: true;
}

/** Identifies the source of a flag. */
export interface FlagDestinationOptions extends ExperimentalOptions {
  /**
   * The result of `flagDestinationSourceId`. Set it when several projects or environments write flags to one portal.
   * Default: none.
   */
  readonly sourceId?: string;
}

/** @throws {Error} when the caller of `name` does not pass `experimental: true` */
export function assertExperimental(name: string, options: ExperimentalOptions): void {
  if ((options as Partial<ExperimentalOptions> | undefined)?.experimental !== true) {
    throw new Error(
      `${name} is experimental and may change in any version of @svc/sdk: ` +
        'pass { experimental: true } as its last argument',
    );
  }
}
