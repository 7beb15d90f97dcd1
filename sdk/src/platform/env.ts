import type { Bindings } from './host.ts';

/** Returns the text of a binding, or undefined if it is absent, empty or not a string. */
export function binding(env: Bindings, name: string): string | undefined {
  const value = env[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the project, environment and deploy that this worker belongs to. `svc build` binds all three. */
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

/** Returns the name of the `ProjectActor` of this project and environment. */
export function projectName(env: Bindings): string {
  const { projectId, environment } = projectScope(env);
  return `${projectId}/${environment}`;
}

/** Bindings that handlers must not see, besides those whose names begin with `SVC_`. */
const RESERVED: ReadonlySet<string> = new Set(['CRM_CLIENT_ID', 'CRM_CLIENT_SECRET', 'CRM_ACCESS_TOKEN']);

/** Cached by the full set, since every request asks for it. */
const visible = new WeakMap<Bindings, Bindings>();

/** Returns the bindings that a handler sees as `ctx.env`. */
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
