// The steps of the GitHub action (action.yml). It needs no package.

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { publish } from './comment.js';

/** Returns an input of the action, without blanks around it. */
function input(name) {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();
}

/** Sets an output of the action. A delimiter that no text contains keeps a text from setting other outputs. */
function output(name, text) {
  const end = randomUUID();
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${text}\n${end}\n`);
}

/**
 * Runs a program without a shell, with a text as its standard input. It returns the exit code and the standard output,
 * which is shown if not captured.
 *
 * @throws Error if it does not start, or if a signal ends it
 */
function run(program, args, { captured = false, env = process.env, text } = {}) {
  const stdio = [text === undefined ? 'ignore' : 'pipe', captured ? 'pipe' : 'inherit', 'inherit'];
  const { status, signal, error, stdout } = spawnSync(program, args, {
    env,
    stdio,
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (error !== undefined) {
    throw new Error(`cannot run ${program}: ${error.message}`);
  }
  if (status === null) {
    throw new Error(`cannot run ${program}: ${signal} ended it`);
  }
  return { code: status, stdout: stdout ?? '' };
}

/** The variables without which there is no plan. */
const CREDENTIALS = ['SVC_EDGE_TOKEN', 'SVC_EDGE_ACCOUNT', 'SVC_CRM_KEY'];

/** Returns the start of npm's command line. On Windows npm is a script for a shell, beside the one that it runs. */
function npm() {
  if (process.platform !== 'win32') {
    return ['npm'];
  }
  const paths = process.env.PATH.split(delimiter).map((folder) => join(folder, 'node_modules/npm/bin/npm-cli.js'));
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) {
    throw new Error('cannot find npm in the PATH: add the step actions/setup-node');
  }
  return [process.execPath, path];
}

/** Returns the environment of npm, which needs no secret of svc or of the app, and no token of GitHub. */
function npmEnvironment() {
  const env = { ...process.env };
  for (const name of [...CREDENTIALS, ...secretNames(), 'INPUT_TOKEN']) {
    delete env[name];
  }
  return env;
}

/** Returns the names of the secrets of a preview. */
function secretNames() {
  return input('secrets').split(/\s+/).filter(Boolean);
}

/** Installs svc, adds it to the PATH of later steps, and returns the path of its starter. */
function install() {
  const { version: own } = JSON.parse(readFileSync(new URL('../npm/cli/package.json', import.meta.url), 'utf8'));
  const version = input('version') || own;
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) {
    throw new Error(`invalid input version ${JSON.stringify(version)}: expected a version such as ${own}`);
  }
  const prefix = join(process.env.RUNNER_TEMP, 'svc');
  const [program, ...first] = npm();
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', prefix];
  const { code } = run(program, [...first, 'install', ...options, `@svc/cli@${version}`], { env: npmEnvironment() });
  if (code !== 0) {
    throw new Error(`cannot install @svc/cli@${version}: npm ended with exit code ${code}`);
  }
  const modules = join(prefix, 'node_modules');
  appendFileSync(process.env.GITHUB_PATH, `${join(modules, '.bin')}\n`);
  return join(modules, '@svc/cli/bin/svc.js');
}

/** Returns the event that started the workflow. */
function event() {
  return JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
}

/** Returns the pull request of the event, or undefined. */
function pullRequest() {
  return event().pull_request;
}

/** Reports whether the event closed the pull request, merged or not. */
function isClosed() {
  return event().action === 'closed';
}

/** Reports whether a pull request is from a fork: its author may not push to the repository. */
function isFromFork(request) {
  return request !== undefined && request.head?.repo?.full_name !== process.env.GITHUB_REPOSITORY;
}

/** Runs svc check, which prints annotations on GitHub, and returns its exit code. */
function check(svc) {
  const sarif = input('sarif');
  const formats = sarif === '' ? [] : ['--format', 'concise', '--format', 'github', '--format', `sarif=${sarif}`];
  const trust = isFromFork(pullRequest()) ? ['--untrusted'] : [];
  return run(process.execPath, [svc, 'check', input('dir') || '.', ...trust, ...formats]).code;
}

/** Reports whether all credentials are set, and prints which are missing for the plan or the preview. */
function hasCredentials(purpose) {
  const missing = CREDENTIALS.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    console.log(`::notice::no ${purpose}: ${missing.join(', ')} is not set`);
  }
  return missing.length === 0;
}

/** Shows the plan of a deploy on the pull request. One from a fork has none: GitHub keeps secrets from it. */
async function plan(svc) {
  const request = pullRequest();
  if (input('plan') !== 'true' || request === undefined || isFromFork(request) || !hasCredentials('plan')) {
    return '';
  }
  const environment = input('environment') || 'production';
  const dir = input('dir') || '.';
  const args = [svc, 'deploy', '--plan', '-C', dir, '--env', environment];
  const { code, stdout } = run(process.execPath, args, { captured: true });
  process.stdout.write(stdout);
  if (code !== 0) {
    throw new Error(`cannot plan a deploy to ${environment}: svc ended with exit code ${code}`);
  }
  const title = `deploy to ${environment}`;
  await publish({
    token: input('token'),
    number: request.number,
    dir,
    mark: `plan ${environment}`,
    title,
    text: stdout,
  });
  return stdout;
}

/** Returns the pull request to preview, or undefined. Code of a fork gets no credentials. */
function previewed() {
  const request = pullRequest();
  return input('preview') === 'true' && request !== undefined && !isFromFork(request) ? request : undefined;
}

/** Runs svc for a preview, with a text as its standard input, and returns its standard output. */
function preview(svc, number, command, text) {
  const args = [svc, ...command, '-C', input('dir') || '.', '--env', `pr-${number}`];
  const { code, stdout } = run(process.execPath, args, { captured: true, text });
  process.stdout.write(stdout);
  if (code !== 0) {
    throw new Error(`svc ${command[0]} of the preview pr-${number} ended with exit code ${code}`);
  }
  return stdout;
}

/** Writes the state of a preview on its pull request. */
function publishPreview(number, text) {
  const dir = input('dir') || '.';
  return publish({ token: input('token'), number, dir, mark: 'preview', title: `preview pr-${number}`, text });
}

/** Deploys the preview of a pull request, and returns its environment. */
async function deployPreview(svc) {
  const request = previewed();
  if (request === undefined || !hasCredentials('preview')) {
    return '';
  }
  const link = join(input('dir') || '.', '.svc/project.json');
  if (!existsSync(link)) {
    throw new Error(`cannot deploy a preview: commit ${link}, by which the preview is found again`);
  }
  for (const name of secretNames()) {
    preview(svc, request.number, ['secrets', 'set', name], process.env[name] ?? '');
  }
  // A preview has nothing that anyone must keep.
  const risks = ['--yes', '--allow', 'delete,reconsent,delete-state'];
  await publishPreview(request.number, preview(svc, request.number, ['deploy', ...risks]));
  return `pr-${request.number}`;
}

/** Removes the preview of a closed pull request. */
async function removePreview(svc) {
  const { number } = previewed();
  if (!hasCredentials('preview')) {
    return;
  }
  preview(svc, number, ['destroy', '--yes']);
  await publishPreview(number, 'removed');
}

async function main() {
  const svc = install();
  if (previewed() !== undefined && isClosed()) {
    await removePreview(svc);
    return;
  }
  const code = check(svc);
  output('findings', String(code === 1));
  output('changes', code === 0 ? await plan(svc) : '');
  output('preview', code === 0 ? await deployPreview(svc) : '');
  process.exitCode = code;
}

main().catch((error) => {
  console.log(`::error::${error.message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`);
  process.exitCode = 3;
});
