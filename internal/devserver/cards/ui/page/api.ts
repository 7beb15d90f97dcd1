/** The page's end of the routes of `svc dev`, below the path of the page. */

/** An error that the server explains. */
interface Refused {
  readonly message?: string;
}

/** Where the routes of this card are. */
const base = location.pathname;

/** Posts a document to a route of the card, and returns the answer. Throws what the server refuses. */
export async function post<Answer>(route: string, document: object): Promise<Answer> {
  const response = await fetch(`${base}/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(document),
  });
  const answer = (await response.json()) as Answer & Refused;
  if (!response.ok) {
    throw new Error(answer.message ?? `svc dev responded with ${response.status}`);
  }
  return answer;
}

/** Calls the listener each time that the project has been loaded again, and when another server answers. */
export function onRound(listener: () => void): void {
  const rounds = new EventSource(`${base}/rounds`);
  rounds.addEventListener('round', listener);
  rounds.addEventListener('open', () => rounds.addEventListener('open', listener), { once: true });
}
