/** Reading what another server answered, for the clients that speak JSON. */
/** The parsed JSON, the text where it is none that a worker reads (it nests too deep), undefined where there is nothing. */
export declare function parsedBody(response: Response): Promise<unknown>;
