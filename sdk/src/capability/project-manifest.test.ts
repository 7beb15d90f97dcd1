/** Compares manifests with the vectors that Go reads too. To rewrite the vectors: `vitest run -u`. */

import { describe, expect, it } from 'vitest';
import { exampleProjects } from '../../test/example-app.ts';
import { SDK_VERSION } from '../manifest/version.ts';
import { projectManifest } from './project-manifest.ts';

function manifestText(name: string): string {
  const { app, workers } = exampleProjects[name]?.() ?? {};
  if (app === undefined || workers === undefined) {
    throw new Error(`no example ${name}`);
  }
  return JSON.stringify(projectManifest(app, workers), null, 2);
}

describe('a project manifest', () => {
  it.each(Object.keys(exampleProjects))('of %s equals its vector', async (name) => {
    // The version changes with every release, the vectors do not.
    const text = manifestText(name).replace(`"sdkVersion": "${SDK_VERSION}"`, '"sdkVersion": "0.0.0"');
    await expect(`${text}\n`).toMatchFileSnapshot(`../../../contract/manifest/${name}.json`);
  });

  it.each(Object.keys(exampleProjects))('of %s is plain JSON data', (name) => {
    const { app, workers } = exampleProjects[name]?.() ?? {};
    const manifest = projectManifest(app as never, workers as never);
    expect(JSON.parse(JSON.stringify(manifest))).toStrictEqual(manifest);
  });

  it('has the version of the SDK that made it', () => {
    expect(manifestText('minimal')).toContain(`"sdkVersion": "${SDK_VERSION}"`);
  });

  it('contains the type of an auth but no credential', () => {
    const text = manifestText('everything');
    expect(text).toContain('"type": "hmac"');
    for (const binding of ['CARS_USER', 'CARS_PASSWORD', 'RETURNS_KEY']) {
      expect(text).not.toContain(binding);
    }
  });

  it('has the webhook path of a push source', () => {
    expect(manifestText('everything')).toContain('"webhookPath": "/webhooks/returns"');
  });

  it('turns rate metrics on for any object, even { enabled: false }', () => {
    expect(manifestText('everything')).toContain('"metrics": true');
    expect(manifestText('switched-off')).toContain('"metrics": false');
    expect(manifestText('minimal')).toContain('"metrics": false');
  });
});
