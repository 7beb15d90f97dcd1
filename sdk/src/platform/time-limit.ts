import type { DeadlineSignal } from './deadline.ts';
import type { Host } from './host.ts';

/**
 * Returns the context with a host that refuses requests and actor calls after the deadline. A handler that ignores its
 * deadline keeps running. Its caller has received a response and may retry, so late writes would mix with the retry's.
 *
 * Calls of an install's actor say when the execution began, so that an install that was made meanwhile refuses them
 * (`actors/install/since-installed.ts`).
 */
export function untilTimeIsUp<C extends { readonly host: Host }>(context: C, deadlineSignal: DeadlineSignal): C {
  const { host } = context;
  const begunAt = host.now();
  return {
    ...context,
    host: {
      ...host,
      async fetch(input, init) {
        deadlineSignal.refuseWhenOver();
        return host.fetch(input, init);
      },
      async actor(className, name, method, args) {
        deadlineSignal.refuseWhenOver();
        const isOfInstall = className === 'InstallActor';
        return host.actor(
          className,
          name,
          method,
          isOfInstall ? { ...(args as object), callerBegunAt: begunAt } : args,
        );
      },
    },
  };
}
