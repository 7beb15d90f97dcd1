// Tools for the input and output of an action.
import { type ActionResult, tool } from '@svc/sdk';
import { outcomeOf, type Wish } from '../outcomes';
import { runSteps, type Step } from '../steps';

/** Returns its context. Has an optional field of each type. */
const fields = tool('fields', {
  label: 'Fields',
  objectType: 'contact',
  input: {
    text: { type: 'string' },
    count: { type: 'number' },
    flag: { type: 'bool' },
    sure: { type: 'boolean' },
    tone: { type: 'enumeration', options: ['warm', 'cold'] },
    colors: {
      type: 'enumeration',
      fieldType: 'checkbox',
      options: [
        { value: 'red', label: 'Red' },
        { value: 'blue', label: 'Blue' },
      ],
    },
    at: { type: 'datetime' },
    data: { type: 'json' },
    old: { type: 'NUMBER' },
  },
  output: { input: { type: 'json' }, object: { type: 'json' }, execution: { type: 'json' }, install: { type: 'json' } },
  agent: { description: 'Tells what it was sent.', expose: ['text', 'count', 'data'] },
  handler({ input, enrolledObject, execution, install }) {
    const { id, portalId, state } = install;
    return { input, object: enrolledObject, execution, install: { id, portalId, state } };
  },
});

/** Required fields in both spellings, and defaults. */
const strict = tool('strict', {
  label: 'Strict',
  objectType: 'contact',
  input: {
    who: { type: 'string', required: true },
    often: { type: 'number', isRequired: true },
    tone: { type: 'enumeration', options: ['warm', 'cold'], default: 'warm' },
    size: { type: 'number', default: 3 },
    list: { type: 'json', default: ['a'] },
  },
  output: { input: { type: 'json' } },
  agent: { description: 'Needs two fields, of which an agent can fill one.', expose: ['who'] },
  handler({ input }) {
    (input.list as string[]).push('changed by the handler'); // the next invocation must not see it
    return { input };
  },
});

/** A required field whose default is never used, and defaults that the runtime converts. */
const contradictory = tool('contradictory', {
  label: 'Contradictory',
  objectType: 'contact',
  input: {
    days: { type: 'number', required: true, default: 14 },
    limit: { type: 'number', default: '5' },
    loud: { type: 'bool', default: 'true' },
    since: { type: 'datetime', default: '2026-01-31' },
    extra: { type: 'json', default: '{"a": [1]}' },
  },
  output: { input: { type: 'json' } },
  handler: ({ input }) => ({ input }),
});

/** An agent can call it, but no field is exposed. */
const closed = tool('closed', {
  label: 'Closed',
  objectType: 'contact',
  output: { input: { type: 'json' } },
  handler: ({ input }) => ({ input }),
});

/** Ends with the outcome in its input, and declares output of each type. */
const outcome = tool('outcome', {
  label: 'Outcome',
  objectType: 'contact',
  input: {
    status: { type: 'string' },
    message: { type: 'string' },
    output: { type: 'json' },
    retryAfterSeconds: { type: 'json' },
  },
  output: {
    text: { type: 'string' },
    count: { type: 'number' },
    flag: { type: 'bool' },
    tone: { type: 'enumeration' },
    at: { type: 'datetime' },
    data: { type: 'json' },
  },
  agent: {
    description: 'Ends with the outcome in its input.',
    expose: ['status', 'message', 'output', 'retryAfterSeconds'],
  },
  handler: ({ input }) => outcomeOf(input as Wish) as ActionResult,
});

/** Returns a plain value from its input, without a constructor. */
const plain = tool('plain', {
  label: 'Plain',
  objectType: 'contact',
  input: { value: { type: 'json' } },
  output: { text: { type: 'string' }, count: { type: 'number' } },
  handler: ({ input }) => input.value as ActionResult,
});

/** Declares an output field `status`, so that a plain object is never an outcome. */
const invoices = tool('invoices', {
  label: 'Invoices',
  objectType: 'contact',
  input: { wish: { type: 'json' } },
  output: { status: { type: 'string' } },
  handler: ({ input }) => outcomeOf((input.wish ?? {}) as Wish) ?? { status: 'block' },
});

/** Returns an output of a given size. */
const long = tool('long', {
  label: 'Long',
  objectType: 'contact',
  input: {
    size: { type: 'number', required: true },
    kind: { type: 'enumeration', options: ['text', 'data'], default: 'text' },
  },
  output: { text: { type: 'string' }, data: { type: 'json' } },
  handler: ({ input }) =>
    input.kind === 'text' ? { text: 'x'.repeat(input.size) } : { data: ['x'.repeat(input.size)] },
});

/** Makes the context calls in its input. */
const script = tool('script-tool', {
  label: 'Script',
  objectType: 'contact',
  input: { steps: { type: 'json', required: true } },
  output: { results: { type: 'json' } },
  async handler(ctx) {
    return { results: await runSteps(ctx as never, ctx.input.steps as Step[]) };
  },
});

/** A tool and a card backend may share an id. */
const twin = tool('twin', {
  label: 'Twin',
  objectType: 'contact',
  output: { text: { type: 'string' } },
  handler: () => ({ text: 'tool' }),
});

/** Is the subject of alert rules. Fails when the input requests it. */
const alarming = tool('alarming', {
  label: 'Alarming',
  objectType: 'contact',
  input: { fail: { type: 'bool', default: false } },
  handler({ input }) {
    if (input.fail) {
      throw new Error('as the input requests');
    }
    return {};
  },
});

export const tools = [fields, strict, closed, contradictory, outcome, plain, invoices, long, script, twin, alarming];
