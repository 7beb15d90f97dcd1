import { createCrmClient, createCrmIsolate } from '../src/crm/create-client.ts';
import { isBackpressure } from '../src/crm/gate/backpressure.ts';
import type { RateLimitOptions } from '../src/declare/app.ts';
import { VirtualClock } from './clock.ts';

/** Calls that start at the same time. */
export interface Wave {
  /** Start time, in ms. */
  readonly at: number;
  /** Default: 1. */
  readonly times?: number;
  /** Default: `general`. */
  readonly family?: 'general' | 'search';
  /** Default: 1. */
  readonly portal?: number;
  /** Time after which the caller aborts, in ms. Default: never. */
  readonly abortsAfter?: number;
  /** Makes the calls one after the other. */
  readonly inRow?: boolean;
}

/** A response of the CRM. Without a status, the connection breaks. */
export interface Answer {
  /** Round trip, in ms. */
  readonly after: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A scripted history of a client, and its expected events. */
export interface Script {
  readonly name: string;
  readonly rateLimits?: RateLimitOptions;
  readonly deadline?: number;
  readonly calls: readonly Wave[];
  /** In the order of the requests. The last one repeats. */
  readonly answers: readonly Answer[];
  /** Requests, such as `0 1 general 1`: time, call, family, portal. */
  readonly sent: readonly string[];
  /** Ends of calls, such as `40 1 200`, `0 2 retry after 10s`, `60 3 no answer`. */
  readonly ended: readonly string[];
}

/** Plays a script in virtual time, and returns the events. */
export async function play({
  rateLimits,
  deadline,
  calls,
  answers,
}: Omit<Script, 'sent' | 'ended'>): Promise<Pick<Script, 'sent' | 'ended'>> {
  const clock = new VirtualClock();
  const isolate = createCrmIsolate('one');
  const [sent, ended]: [string[], string[]] = [[], []];
  let requests = 0;
  const fetchFor = (family: string, portal: number) => async (url: string, init: RequestInit) => {
    const answer = answers[Math.min(requests++, answers.length - 1)] as Answer;
    sent.push(`${clock.now()} ${new URL(url).searchParams.get('call')} ${family} ${portal}`);
    await Promise.race([clock.sleep(answer.after), gone(init.signal)]);
    if (answer.status === undefined) {
      throw new TypeError('the connection broke');
    }
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status, headers: answer.headers ?? {} });
  };
  let numbers = 0;
  const one = async (number: number, { family = 'general', portal = 1, abortsAfter }: Wave) => {
    const controller = new AbortController();
    if (abortsAfter !== undefined) {
      clock.setTimeout(() => controller.abort(), abortsAfter);
    }
    const crm = createCrmClient({
      fetch: fetchFor(family, portal),
      clock,
      random: () => 0.5,
      portalId: portal,
      isolate,
      ...(rateLimits && { rateLimits }),
      ...(deadline !== undefined && { deadline }),
    });
    const options = { query: { call: number }, signal: controller.signal };
    try {
      await (family === 'search'
        ? crm.request('POST', '/crm/v3/objects/contacts/search', { ...options, body: {} })
        : crm.request('GET', '/crm/v3/objects/contacts/1', options));
      ended.push(`${clock.now()} ${number} 200`);
    } catch (error) {
      ended.push(`${clock.now()} ${number} ${outcomeOf(error)}`);
    }
  };
  const wave = async (each: Wave) => {
    const numbered = Array.from({ length: each.times ?? 1 }, () => ++numbers);
    await clock.sleep(each.at);
    if (each.inRow === true) {
      for (const number of numbered) {
        await one(number, each);
      }
      return;
    }
    await Promise.all(numbered.map((number) => one(number, each)));
  };
  await clock.run(Promise.all(calls.map(wave)));
  return { sent, ended };
}

function gone(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(new TypeError('the caller is gone'))),
  );
}

function outcomeOf(error: unknown): string {
  if (isBackpressure(error)) {
    return `retry after ${error.retryAfterSeconds}s`;
  }
  const { status, name } = error as { status?: number; name: string };
  return status === undefined ? (name === 'AbortError' ? 'aborted' : 'no answer') : String(status);
}
