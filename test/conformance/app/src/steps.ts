// Runs the calls on a handler's context that a case asks for, and tells what came of each: so one handler serves most cases.
import type { HandlerContext } from '@svc/sdk';

/** One call, such as `{ "call": "store.put", "args": ["key", 1] }`; a member that is no function is read instead. */
export interface Step {
  call: string;
  args?: unknown[];
}

/** What came of it. A value that JSON leaves out is not there: `{}` stands for undefined. */
interface Told {
  value?: unknown;
  error?: Record<string, unknown>;
}

/** One step after the other; a rejection is told and the next step runs. */
export async function runSteps(ctx: HandlerContext<never>, steps: readonly Step[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const step of steps) {
    told.push(await runStep(ctx, step));
  }
  return told;
}

/** All steps at once. */
export function runStepsAtOnce(ctx: HandlerContext<never>, steps: readonly Step[]): Promise<Told[]> {
  return Promise.all(steps.map((step) => runStep(ctx, step)));
}

async function runStep(ctx: HandlerContext<never>, { call, args = [] }: Step): Promise<Told> {
  try {
    return { value: await tellValue(await follow(ctx, call.split('.'), args)) };
  } catch (error) {
    return { error: tellError(error) };
  }
}

function follow(root: unknown, path: readonly string[], args: readonly unknown[]): unknown {
  let owner: unknown;
  let value = root;
  for (const name of path) {
    owner = value;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'function'
    ? (value as (...args: readonly unknown[]) => unknown).apply(owner, [...args])
    : value;
}

/** What JSON has no form for, in one. */
async function tellValue(value: unknown): Promise<unknown> {
  if (value instanceof Response) {
    return { status: value.status, contentType: value.headers.get('content-type'), text: await value.text() };
  }
  if (value instanceof Headers) {
    return Object.fromEntries(value);
  }
  return value;
}

function tellError(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) {
    return { name: 'no error', message: String(thrown) };
  }
  // What engines hang on errors of their own is theirs.
  const own = thrown.constructor === Error || thrown.constructor === TypeError ? {} : thrown;
  return { ...own, name: thrown.name, message: thrown.message };
}
