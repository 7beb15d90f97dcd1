/** A fake token endpoint. It issues numbered tokens and rotates refresh tokens. */
export class TokenEndpoint {
  /** The posted forms. */
  readonly asked: URLSearchParams[] = [];
  /** The valid refresh tokens. */
  readonly good = new Set<string>();
  /** Scripted responses, which come first. */
  readonly next: (Response | 'break' | (() => Response | Promise<Response>))[] = [];
  rotates = true;
  /** How many tokens were described, and whether the endpoint knows them. */
  described = 0;
  knowsTokens = true;
  /** The id of the app of every token. */
  appId = 5001;
  /** Runs before a description of a token is returned. */
  whileDescribing: (() => Promise<void>) | undefined;
  lifeSeconds = 1800;
  #issued = 0;

  readonly fetch = async (url: URL, init: RequestInit): Promise<Response> => {
    if (!url.pathname.endsWith('/oauth/v1/token')) {
      this.described += 1;
      const described = { hub_id: 77, app_id: this.appId };
      await this.whileDescribing?.();
      return this.knowsTokens ? Response.json(described) : new Response(null, { status: 404 });
    }
    const form = new URLSearchParams(String(init.body));
    this.asked.push(form);
    const scripted = this.next.shift();
    if (scripted === 'break') {
      throw new TypeError(`the connection to ${url.href} broke`);
    }
    if (scripted !== undefined) {
      return typeof scripted === 'function' ? scripted() : scripted;
    }
    const refresh = form.get('refresh_token');
    if (refresh !== null && !this.good.has(refresh)) {
      return refusal('BAD_REFRESH_TOKEN', 'invalid_grant');
    }
    return Response.json(this.issue(refresh ?? undefined));
  };

  issue(before?: string): Record<string, unknown> {
    this.#issued += 1;
    let refresh = before;
    if (refresh === undefined || this.rotates) {
      this.good.delete(refresh ?? '');
      refresh = `refresh-${this.#issued}`;
      this.good.add(refresh);
    }
    return {
      token_type: 'bearer',
      access_token: `access-${this.#issued}`,
      refresh_token: refresh,
      expires_in: this.lifeSeconds,
      hub_id: 7,
      scopes: ['oauth', 'contacts'],
    };
  }
}

/** Returns the CRM's response for a refused grant. */
export function refusal(status: string, error: string): Response {
  const message = `${status} of secret-in-prose`;
  return Response.json({ status, error, error_description: message, message }, { status: 400 });
}
