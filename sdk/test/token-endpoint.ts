/** A token endpoint for tests: it issues numbered tokens, rotates, and says what it was asked. */

export class TokenEndpoint {
  /** The forms that were posted. */
  readonly asked: URLSearchParams[] = [];
  /** What good refresh tokens there are. */
  readonly good = new Set<string>();
  /** Answers that go first. */
  readonly next: (Response | 'break' | (() => Response | Promise<Response>))[] = [];
  rotates = true;
  lifeSeconds = 1800;
  #issued = 0;

  readonly fetch = async (url: URL, init: RequestInit): Promise<Response> => {
    if (!url.pathname.endsWith('/oauth/v1/token')) {
      return Response.json({ hub_id: 77 });
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

/** The CRM's refusal. */
export function refusal(status: string, error: string): Response {
  const message = `${status} of secret-in-prose`;
  return Response.json({ status, error, error_description: message, message }, { status: 400 });
}
