import { beforeEach, describe, expect, test, vi } from 'vitest';
import hostile from '../../../contract/redaction/hostile.json' with { type: 'json' };
import names from '../../../contract/redaction/names.json' with { type: 'json' };
import vectors from '../../../contract/redaction/secrets.json' with { type: 'json' };
import { cutNamed } from './secret-names.ts';

/** 128 KB of each text that a pattern may take quadratic time for. */
const longTexts = (hostile as { start?: string; repeat: string; end: string }[]).map(
  ({ start = '', repeat, end }) => start + repeat.repeat(Math.ceil(2 ** 17 / repeat.length)) + end,
);

describe('cutSecrets', () => {
  let secrets: typeof import('./secrets.ts');

  beforeEach(async () => {
    vi.resetModules();
    secrets = await import('./secrets.ts');
  });

  test.each(vectors)('follows the vector: $name', ({ secrets: values, text, expect: expected }) => {
    secrets.learnBindings(Object.fromEntries(values.map((value, i) => [`S${i}`, value])));
    expect(secrets.cutSecrets(text)).toBe(expected);
  });

  test('leaves names, ids and settings of the app', () => {
    const settings = { SVC_PROJECT_ID: 'project-12', SVC_ENVIRONMENT: 'production', CRM_CLIENT_ID: 'client-id-12' };
    secrets.learnBindings({ ...settings, SVC_CONTROL_KEY_a: 'control-key', OBJECT: {} });
    expect(secrets.cutSecrets('project-12 production client-id-12 control-key')).toBe(
      'project-12 production client-id-12 [redacted]',
    );
  });

  test('learns tokens later, and forgets them when there are too many', () => {
    secrets.learnBindings({ A: 'bound-secret' });
    secrets.learnToken('token-000000');
    expect(secrets.cutSecrets('token-000000 bound-secret')).toBe('[redacted] [redacted]');
    for (let i = 1; i <= 2000; i++) {
      secrets.learnToken(`token-${String(i).padStart(6, '0')}`);
    }
    expect(secrets.cutSecrets('token-000000 token-002000 bound-secret')).toBe('token-000000 [redacted] [redacted]');
  });

  test('takes linear time', () => {
    secrets.learnBindings({ A: 'aaaaaaaab', B: '%40%40%40%40', C: '\\\\\\\\\\\\\\\\' });
    for (const text of [...longTexts, '\\'.repeat(2 ** 17), '%41'.repeat(2 ** 16)]) {
      secrets.cutSecrets(text); // quadratic time is minutes, more than the runner's limit
    }
  });
});

describe('cutNamed', () => {
  test.each(names)('follows the vector: $name', ({ text, expect: expected }) => {
    expect(cutNamed(text)).toBe(expected);
  });

  test('takes linear time', () => {
    const more = ['\\', '"', "':", 'token:', 'token="', '://', 'basic ', 'a: [', ' ', 'token\\\\":\\\\"', '","'];
    for (const text of [...longTexts, ...more.map((one) => one.repeat(2 ** 17 / one.length))]) {
      cutNamed(text); // quadratic time is minutes, more than the runner's limit
    }
  });
});
