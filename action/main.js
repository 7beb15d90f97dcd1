// The steps of the GitHub action (action.yml). It needs no package.

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
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

/** Runs a program and returns its exit code and its standard output, which is shown if it is not captured. */
function run(program, args, { captured = false, env = process.env } = {}) {
  const stdio = ['ignore', captured ? 'pipe' : 'inherit', 'inherit'];
  const { status, error, stdout } = spawnSync(program, args, {
    env,
    stdio,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    shell: process.platform === 'win32', // npm is a script there
  });
  if (error !== undefined) {
    throw new Error(`cannot run ${program}: ${error.message}`);
  }
  return { code: status ?? 1, stdout: stdout ?? '' };
}

/** Installs svc, adds it to the PATH of later steps, and returns the environment with it. */
function install() {
  const { version: own } = JSON.parse(readFileSync(new URL('../npm/cli/package.json', import.meta.url), 'utf8'));
  const version = input('version') || own;
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) {
    throw new Error(`invalid input version ${JSON.stringify(version)}: expected a version such as ${own}`);
  }
  const prefix = join(process.env.RUNNER_TEMP, 'svc');
  const { code } = run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    prefix,
    `@svc/cli@${version}`,
  ]);
  if (code !== 0) {
    throw new Error(`cannot install @svc/cli@${version}: npm ended with exit code ${code}`);
  }
  const folder = join(prefix, 'node_modules', '.bin');
  appendFileSync(process.env.GITHUB_PATH, `${folder}\n`);
  return { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
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
function check(env) {
  const sarif = input('sarif');
  const formats = sarif === '' ? [] : ['--format', 'concise', '--format', 'github', '--format', `sarif=${sarif}`];
  const trust = isFromFork(pullRequest()) ? ['--untrusted'] : [];
  return run('svc', ['check', input('dir') || '.', ...trust, ...formats], { env }).code;
}

/** The variables without which there is no plan. */
const CREDENTIALS = ['SVC_EDGE_TOKEN', 'SVC_EDGE_ACCOUNT', 'SVC_CRM_KEY'];

/** Shows the plan of a deploy on the pull request. One from a fork has none: GitHub keeps secrets and tokens from it. */
async function plan(env) {
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
  const { code, stdout } = run('svc', ['deploy', '--plan', '-C', input('dir') || '.', '--env', environment], {
    captured: true,
    env,
  });
  process.stdout.write(stdout);
  if (code !== 0) {
    throw new Error(`cannot plan a deploy to ${environment}: svc ended with exit code ${code}`);
  }
  await publish({ token: input('token'), number: request.number, environment, text: stdout });
  return stdout;
}

async function main() {
  const env = install();
  const code = check(env);
  output('findings', String(code === 1));
  output('changes', code === 0 ? await plan(env) : '');
  process.exitCode = code;
}

main().catch((error) => {
  console.log(`::error::${error.message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`);
  process.exitCode = 3;
});
