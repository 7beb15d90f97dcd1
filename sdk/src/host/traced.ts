import type { Host } from '../platform/host.ts';

/** Returns the trace id of a `traceparent` header (W3C Trace Context); undefined for none and for an invalid one. */
export function traceOf(traceparent: string | null): string | undefined {
  if (traceparent === null) {
    return undefined;
  }
  const id = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent)?.[1];
  return id === '0'.repeat(32) ? undefined : id;
}

/** Returns the host of one request, whose log lines and observations name the trace. */
export function traced(host: Host, trace: string): Host {
  const named = <Entry extends object>(entry: Entry): Entry => ({ ...entry, trace });
  return { ...host, log: (line) => host.log(named(line)), observe: (observation) => host.observe(named(observation)) };
}
