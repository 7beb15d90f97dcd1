import type { AppDefinition } from '../declare/app.ts';
import { defined } from './field-manifest.ts';

/** Returns the app as an environment has it. `internal/declared/environment.go` does the same to positions. */
export function inEnvironment(app: AppDefinition, environment: string): AppDefinition {
  const all = app.environments ?? {};
  if (!Object.hasOwn(all, environment)) {
    return app;
  }
  const { mcpServers, ...own } = all[environment] ?? {};
  const servers = new Map(Object.entries(mcpServers ?? {}));
  return {
    ...app,
    ...defined(own),
    mcpServers: app.mcpServers?.map((server) => ({ ...server, ...defined(servers.get(server.id) ?? {}) })),
  };
}
