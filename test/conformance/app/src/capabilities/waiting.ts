// Slow capabilities that observe the AbortSignal, or ignore it.
import { cardBackend, type HandlerContext, retryLater, tool } from '@svc/sdk';

/** Ends with the signal when the input requests it. Otherwise never ends. */
function wait({ request, logger }: HandlerContext<never>, minds: boolean): Promise<ReturnType<typeof retryLater>> {
  return new Promise((resolve) => {
    request.signal.addEventListener('abort', () => {
      logger.info('the signal came', { reason: (request.signal.reason as Error).name });
      if (minds) {
        resolve(retryLater('no time left', 30));
      }
    });
  });
}

const waitingTool = tool('waiting-tool', {
  label: 'Waiting',
  objectType: 'contact',
  input: { minds: { type: 'bool', default: false } },
  handler: (ctx) => wait(ctx as never, ctx.input.minds),
});

const waitingCard = cardBackend('waiting-card', {
  input: { minds: { type: 'bool', default: false } },
  handler: (ctx) => wait(ctx as never, ctx.input.minds),
});

/** Ends after the milliseconds in the input. */
const pause = cardBackend('pause', {
  input: { ms: { type: 'number', required: true } },
  handler: ({ input }) => new Promise((resolve) => setTimeout(() => resolve({ paused: input.ms }), input.ms)),
});

export const waiting = [waitingTool, waitingCard, pause];
