// Card backends for the responses of a card.
import { CrmBackpressure, cardBackend } from '@svc/sdk';
import vectors from '../../../../../contract/urls/urls.json';
import { whyNotPublic } from '../../../../../sdk/src/alerts/public-url';
import { outcomeOf, type Wish } from '../outcomes';
import { runSteps, type Step } from '../steps';
import { scriptOf } from './script';

/** Ends with the outcome in its input. */
const outcome = cardBackend('ending', {
  input: {
    status: { type: 'string' },
    message: { type: 'string' },
    output: { type: 'json' },
    retryAfterSeconds: { type: 'json' },
  },
  handler: ({ input }) => outcomeOf(input as Wish),
});

/** Returns any input unchanged. */
const echo = cardBackend('echo', { handler: ({ input }) => input });

/** Returns a plain value from its input, without a constructor. */
const value = cardBackend('value', { input: { value: { type: 'json' } }, handler: ({ input }) => input.value });

/** Required input and a default. */
const greet = cardBackend('greet', {
  input: {
    name: { type: 'string', required: true },
    place: { type: 'string', isRequired: true },
    limit: { type: 'number', default: 5 },
  },
  handler: ({ input, install }) => ({ input, portalId: install.portalId }),
});

/** Its id may be escaped in the path. */
const named = cardBackend('v1.named', { handler: () => 'found' });

/** Returns a constant, to measure the cost of the runtime. */
const constant = cardBackend('constant', { handler: () => ({ constant: true }) });

/** Returns the visible members of its context, and the bindings if the input asks for them. */
const members = cardBackend('members', {
  handler({ input, ...rest }) {
    return { input, members: Object.keys(rest).sort(), ...(input['env'] === true && { env: rest.env }) };
  },
});

/** Builds an object from its input and reports whether that changed the object's prototype. */
const assign = cardBackend('assign', {
  handler({ input }) {
    const built = Object.assign({}, input);
    return { isPlain: Object.getPrototypeOf(built) === Object.prototype, built, admin: 'admin' in built };
  },
});

/** Logs values without a JSON form, and continues. */
const logs = cardBackend('logs', {
  input: { what: { type: 'string', required: true } },
  handler({ input, logger }) {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const shared = { n: 1 };
    const values: Record<string, () => void> = {
      bigint: () => logger.info('big', { n: 10n }),
      numbers: () => logger.info('numbers', { none: Number.NaN, bounds: [Infinity, -Infinity], least: -0 }),
      error: () => logger.error('failed', { error: new TypeError('no') }),
      cycle: () => logger.warn('round', { id: 7, inner: { cycle, list: [shared, shared] } }),
      getter: () =>
        logger.info('getter', {
          id: 7,
          get secretive(): never {
            throw new Error('inner');
          },
        }),
      text: () => logger.info('text', 'not an object' as never),
      levels: () => {
        logger.debug('one');
        logger.info('two');
        logger.warn('three');
        logger.error('four');
      },
      map: () => logger.info('map', { map: new Map([['a', 1]]) }),
    };
    values[input.what]?.();
    return 'done';
  },
});

/** Logs a message with the fields in its input. */
const log = cardBackend('log', {
  input: { message: { type: 'string', required: true }, fields: { type: 'json' } },
  handler({ input, logger }) {
    logger.info(input.message, input.fields as Record<string, unknown>);
    return 'logged';
  },
});

/** Throws unusual values. */
const thrower = cardBackend('thrower', {
  input: { what: { type: 'string', required: true } },
  handler({ input }) {
    switch (input.what) {
      case 'error':
        throw new RangeError('token pat-na1-0123456789 was refused');
      case 'text':
        throw 'boom';
      case 'undefined':
        throw undefined;
      case 'object':
        throw { code: 7 };
      case 'rejection':
        return Promise.reject(new TypeError('later'));
      case 'getter':
        throw Object.defineProperty(new Error(), 'message', {
          get() {
            throw new Error('inner');
          },
        });
      default:
        return 'nothing thrown';
    }
  },
});

/** Returns values that JSON cannot represent, or represents differently. */
const odd = cardBackend('odd', {
  input: { what: { type: 'string', required: true } },
  handler({ input }) {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const values: Record<string, unknown> = {
      bigint: 1n,
      cycle,
      date: new Date(0),
      nothing: undefined,
      none: null,
      no: false,
      zero: 0,
      empty: '',
      members: { a: undefined, b: Number.NaN, c: () => 1, d: -0 },
      map: new Map([['a', 1]]),
      surrogate: '\ud800',
    };
    return values[input.what];
  },
});

/** Returns streams that end in different ways. */
const stream = cardBackend('stream', {
  input: { what: { type: 'string', default: 'chunks' } },
  handler({ input }) {
    let n = 0;
    return new ReadableStream({
      pull(controller) {
        n += 1;
        const failsAt: Record<string, number> = { unborn: 1, broken: 2, spent: 1, 'spent-late': 2 };
        if (failsAt[input.what] === n) {
          const isSpent = input.what.startsWith('spent');
          controller.error(isSpent ? new CrmBackpressure(7) : new Error('the stream broke'));
        } else if (input.what === 'endless') {
          return new Promise((resolve) => setTimeout(resolve, 20)).then(() => controller.enqueue('tick\n'));
        } else if (n > 3 || input.what === 'empty') {
          controller.close();
        } else {
          controller.enqueue(new TextEncoder().encode(`chunk ${n}\n`));
        }
      },
    });
  },
});

/** Shown by a card with `flags: 'server'`. */
const panel = cardBackend('panel', {
  input: { steps: { type: 'json', default: [] } },
  handler: (ctx) => runSteps(ctx as never, ctx.input.steps as Step[]),
});

/** Also shown by a card with `flags: 'server'`. Streams a word that depends on a flag. */
const flowing = cardBackend('flowing', {
  input: { flag: { type: 'string', required: true } },
  async handler({ input, flags }) {
    const isOn = await flags?.getBoolean(input.flag, false);
    return new ReadableStream({
      start(controller) {
        controller.enqueue(isOn ? 'on' : 'off');
        controller.close();
      },
    });
  },
});

/** Also shown by such a card. Evaluates a flag and fails. */
const failing = cardBackend('failing', {
  input: { flag: { type: 'string', required: true }, how: { type: 'string', required: true } },
  async handler({ input, flags }) {
    await flags?.getBoolean(input.flag, false);
    if (input.how === 'throw') {
      throw new Error('as it was asked to');
    }
    return outcomeOf({ status: 'block', message: 'no' } as Wish);
  },
});

/** Judges the URLs of the contract with the code of the app worker, and returns those with another verdict. */
const urls = cardBackend('urls', {
  handler: () => ({
    count: vectors.public.length + vectors.refused.length > 200,
    refused: vectors.public.filter((url) => whyNotPublic(url) !== undefined),
    accepted: vectors.refused.filter(({ url }) => whyNotPublic(url) === undefined),
  }),
});

const twin = cardBackend('twin', { handler: () => 'card' });

export const cards = [
  scriptOf('script'),
  outcome,
  echo,
  value,
  greet,
  named,
  constant,
  members,
  assign,
  logs,
  log,
  thrower,
  odd,
  stream,
  panel,
  flowing,
  failing,
  urls,
  twin,
];
