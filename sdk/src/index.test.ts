import { expect, it } from 'vitest';
import pkg from '../package.json' with { type: 'json' };
import * as sdk from './index.ts';

it('exports exactly these values', () => {
  expect(Object.keys(sdk).sort()).toEqual(
    [
      ...['defineApp', 'defineWorker', 'defineSource'],
      ...['card', 'mcpServer', 'appObject', 'appObjectAssociation', 'appEvent'],
      ...['tool', 'action', 'cardBackend', 'trigger', 'sync', 'usesScopes'],
      ...['ok', 'failContinue', 'failStop', 'retryLater', 'block'],
      ...['normalizeSyncSchedule', 'isDefaultSyncHandler', 'normalizeCapabilityBilling', 'projectManifest'],
      ...['normalizeCrmFieldType', 'defaultCrmFieldType', 'CRM_FIELD_TYPE_MAP'],
      ...[
        'evaluateFlag',
        'evaluateBooleanFlag',
        'evaluateStringFlag',
        'evaluateNumberFlag',
        'evaluateJsonFlag',
        'evaluateFlags',
      ],
      ...['createSvcOpenFeatureProvider'],
      ...['lookupInstall', 'handOff', 'CrmBackpressure', 'isBackpressure', 'crmErrorCode'],
      ...['redact', 'REDACTED'],
      ...['ScheduleValidationError', 'DeclarationError', 'SDK_VERSION'],
    ].sort(),
  );
});

it('SDK_VERSION is the version of package.json', () => {
  expect(sdk.SDK_VERSION).toBe(pkg.version);
});

it('ScheduleValidationError is recognizable by class and by name', () => {
  const error = new sdk.ScheduleValidationError('m', '7m');
  expect(error).toBeInstanceOf(Error);
  expect(error).toBeInstanceOf(sdk.DeclarationError);
  expect(error).toMatchObject({
    name: 'ScheduleValidationError',
    message: 'm',
    schedule: '7m',
    rule: 'schedule-syntax',
  });
});
