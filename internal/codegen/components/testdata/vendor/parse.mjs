// Parses projects with the vendor's parser and prints the result or the error of each as JSON.
// The arguments are folders. The schemas are not public, so schemas that accept any config replace them, and all other
// checks of the validator run.
import path from 'node:path';
import { http } from '@hubspot/local-dev-lib/http';
import { USER_FACING_TO_INTERNAL_TYPE, Components } from '@hubspot/project-parsing-lib/constants';
import { isLegacyProject, parseProjectConfig } from '@hubspot/project-parsing-lib/projects';
import { translate } from '@hubspot/project-parsing-lib/translate';

const anyConfig = {};
for (const type of Object.keys(Components)) {
  anyConfig[(USER_FACING_TO_INTERNAL_TYPE[type] ?? type).toUpperCase().replaceAll('-', '_')] = { type: 'object' };
}
http.get = async () => ({ data: anyConfig });

async function read(folder) {
  try {
    const config = parseProjectConfig(folder);
    const context = { projectSourceDir: path.join(folder, config.srcDir), platformVersion: config.platformVersion, accountId: 1 };
    const { intermediateRepresentation } = await translate(context, { skipValidation: true });
    const { skippedHsMetaFiles } = await translate(context);
    const components = {};
    for (const [uid, node] of Object.entries(intermediateRepresentation.intermediateNodesIndexedByUid)) {
      components[uid] = { type: node.componentType, file: node.metaFilePath };
    }
    return { platformVersion: config.platformVersion, legacy: isLegacyProject(config.platformVersion), skipped: skippedHsMetaFiles, components };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}

const results = [];
for (const folder of process.argv.slice(2)) {
  results.push(await read(folder));
}
process.stdout.write(JSON.stringify(results));
