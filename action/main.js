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
 * Runs a program without a shell. It returns the exit code and the standard output, which is shown if not captured.
 *
 * @throws Error if it does not start, or if a signal ends it
 */
function run(program, args, { captured = false, env = process.env } = {}) {
  const stdio = ['ignore', captured ? 'pipe' : 'inherit', 'inherit'];
  const { status, signal, error, stdout } = spawnSync(program, args, {
    env,
    stdio,
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

/** Returns the environment of npm, which needs no credential of svc and no token of GitHub. */
function npmEnvironment() {
  const env = { ...process.env };
  for (const name of [...CREDENTIALS, 'INPUT_TOKEN']) {
    delete env[name];
  }
  return env;
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

/** Returns the pull request of the event, or undefined. */
function pullRequest() {
  return JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8')).pull_request;
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

/** Shows the plan of a deploy on the pull request. One from a fork has none: GitHub keeps secrets from it. */
async function plan(svc) {
  const request = pullRequest();
  const missing = CREDENTIALS.filter((name) => !process.env[name]);
  if (input('plan') !== 'true' || request === undefined || isFromFork(request)) {
    return '';
  }
  if (missing.length > 0) {
    console.log(`::notice::no plan: ${missing.join(', ')} is not set`);
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
  await publish({ token: input('token'), number: request.number, dir, environment, text: stdout });
  return stdout;
}

async function main() {
  const svc = install();
  const code = check(svc);
  output('findings', String(code === 1));
  output('changes', code === 0 ? await plan(svc) : '');
  process.exitCode = code;
}

main().catch((error) => {
  console.log(`::error::${error.message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`);
  process.exitCode = 3;
});
