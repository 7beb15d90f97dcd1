/** The runtime of every user worker: what serves it, and the exports of `@svc/sdk` that most workers use. */

export { action, tool } from '../capability/tool.ts';
export { cardBackend } from '../capability/card-backend.ts';
export { isDefaultSyncHandler, sync } from '../capability/sync.ts';
export { trigger } from '../capability/trigger.ts';
export { defineWorker } from '../capability/worker.ts';
export { CrmBackpressure, isBackpressure } from '../crm/gate/backpressure.ts';
export { defineApp } from '../declare/app.ts';
export { card } from '../declare/card.ts';
export { DeclarationError, ScheduleValidationError } from '../declare/error.ts';
export { mcpServer } from '../declare/mcp-server.ts';
export { block, failContinue, failStop, ok, retryLater } from '../declare/result.ts';
export { usesScopes } from '../declare/scopes.ts';
export { SDK_VERSION } from '../manifest/version.ts';
export { REDACTED, redact } from '../platform/redact.ts';
export { createWorker } from '../worker/worker.ts';
