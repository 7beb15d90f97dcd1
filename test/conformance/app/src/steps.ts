// Runs the context calls that a case lists and returns their results, so that one handler serves most cases.
import type { HandlerContext } from '@svc/sdk';

/** One call, such as `{ "call": "store.put", "args": ["key", 1] }`. A member that is not a function is read. */
export interface Step {
  call: string;
  args?: unknown[];
}

/** The result of a step. `{}` is undefined, which JSON drops. */
interface StepResult {
  value?: unknown;
  error?: Record<string, unknown>;
}

/** Runs the steps in sequence. After a rejection, which is a result, the next step runs. */
export async function runSteps(ctx: HandlerContext<never>, steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    results.push(await runStep(ctx, step));
  }
  return results;
}

// Steps name these members at run time. svc adds an extension of the runtime only if the code contains its word.
Object.assign(runSteps, {
  extensions: [
    'appObjects',
    'associations',
    'batch',
    'billing',
    'budget',
    'conversations',
    'flags',
    'http',
    'later',
    'properties',
    'store',
  ],
});

/** What `{ "function": "increment" }` and so on in the arguments of a step stand for. */
const FUNCTIONS: Readonly<Record<string, unknown>> = {
  increment: (n = 0) => (n as number) + 1,
  nothing: () => undefined,
  fail() {
    throw new Error('the function failed');
  },
};

const withFunction = (arg: unknown) => FUNCTIONS[(arg as { function?: string } | null)?.function ?? ''] ?? arg;

/** Runs all steps concurrently. */
export function runStepsAtOnce(ctx: HandlerContext<never>, steps: readonly Step[]): Promise<StepResult[]> {
  return Promise.all(steps.map((step) => runStep(ctx, step)));
}

async function runStep(ctx: HandlerContext<never>, { call, args = [] }: Step): Promise<StepResult> {
  try {
    return { value: await tellValue(await follow(ctx, call.split('.'), args.map(withFunction))) };
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

/** An object of values without a JSON form. */
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
  // Members that engines add to their own errors differ.
  const own = thrown.constructor === Error || thrown.constructor === TypeError ? {} : thrown;
  const { code } = thrown as { code?: unknown };
  return { ...own, ...(typeof code === 'string' && { code }), name: thrown.name, message: thrown.message };
}
