/** What `@svc/sdk` exports for projects and tools, and workers rarely use. */

export { projectManifest } from '../capability/project-manifest.ts';
export {
  CRM_FIELD_TYPE_MAP,
  defaultCrmFieldType,
  normalizeCrmFieldType,
} from '../declare/field-type.ts';
export { normalizeSyncSchedule } from '../declare/schedule.ts';

/** Adds nothing to requests. */
export function extend(): void {}
