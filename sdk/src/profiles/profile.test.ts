import { expect, it } from 'vitest';
import { PROFILES } from './profile.ts';

it.each(Object.entries(PROFILES))('profile %s has its own name and the members of the default', (name, profile) => {
  expect(profile.name).toBe(name);
  expect(Object.keys(profile)).toEqual(Object.keys(PROFILES.crm));
  expect(Object.keys(profile.paths)).toEqual(Object.keys(PROFILES.crm.paths));
});

it('the default profile has the neutral names of the contract', () => {
  expect(PROFILES.crm).toMatchObject({
    headerPrefix: 'X-Crm',
    executionStateKey: 'crm_execution_state',
    retryAfterUnit: 'seconds',
  });
  expect(PROFILES.crm.paths.objects).toBe('/crm/v3/objects');
});
