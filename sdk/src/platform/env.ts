/** The worker's bindings: what the runtime reads from them, and what is left of them for `ctx.env`. */

import type { Bindings } from './host.ts';

/** A binding's text, or undefined when it is absent, empty or not text. */
export function binding(env: Bindings, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Which project, environment and deploy this is; codegen binds all three. */
export function projectScope(env: Bindings): {
  readonly projectId: string;
  readonly environment: string;
  readonly deployId: string;
} {
  return {
    projectId: binding(env, 'SVC_PROJECT_ID') ?? 'local',
    environment: binding(env, 'SVC_ENVIRONMENT') ?? 'dev',
    deployId: binding(env, 'SVC_DEPLOY_ID') ?? 'dev',
  };
}

/** The name of the `ProjectActor` of this deployment. */
export function projectName(env: Bindings): string {
  const { projectId, environment } = projectScope(env);
  return `${projectId}/${environment}`;
}

/** Beside these, every name that begins with `SVC_` is the runtime's. */
const RESERVED: ReadonlySet<string> = new Set(['CRM_CLIENT_ID', 'CRM_CLIENT_SECRET', 'CRM_ACCESS_TOKEN']);

/** By the bindings that they were taken from: a worker has one set, and is asked for it on every request. */
const visible = new WeakMap<Bindings, Bindings>();

/** The bindings that a handler may see. */
export function visibleEnv(env: Bindings): Bindings {
  let shown = visible.get(env);
  if (shown === undefined) {
    shown = Object.freeze(
      Object.fromEntries(Object.entries(env).filter(([name]) => !RESERVED.has(name) && !name.startsWith('SVC_'))),
    );
    visible.set(env, shown);
  }
  return shown;
}
