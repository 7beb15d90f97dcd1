// Builds cards with the vendor's builder and prints the results as JSON.
// The arguments are the folder of the cards and the names of their modules. The packages of this workspace replace
// those that the vendor installs from the folder's package.json.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteBuild } from '@hubspot/ui-extensions-dev-server/build';

const [folder, ...cards] = process.argv.slice(2);
const root = fs.realpathSync(folder);
const workspace = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../node_modules');
const wanted = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies;

// Only what package.json lists can be imported.
for (const name of Object.keys(wanted)) {
  const link = path.join(root, 'node_modules', name);
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.symlinkSync(path.join(workspace, name), link);
}

const logs = [];
for (const level of ['warn', 'error']) {
  console[level] = (...parts) => logs.push(`${level}: ${parts.join(' ')}`);
}
process.chdir(root);

const results = [];
for (const card of cards) {
  logs.length = 0;
  const outputDir = path.join(root, '..', 'built', path.parse(card).name);
  try {
    await remoteBuild({ root, entryPoint: path.join(root, card), outputDir, logLevel: 'warn' });
    const files = fs.readdirSync(outputDir);
    const read = (end) => fs.readFileSync(path.join(outputDir, files.find((name) => name.endsWith(end))), 'utf8');
    results.push({ code: read('.js'), manifest: JSON.parse(read('manifest.json')), logs: [...logs] });
  } catch (error) {
    results.push({ error: String(error.message ?? error), logs: [...logs] });
  }
}
process.stdout.write(JSON.stringify(results));
