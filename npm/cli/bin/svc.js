#!/usr/bin/env node
// Runs the binary of svc that npm installed for this platform.
'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { optionalDependencies } = require('../package.json');

/** The exit code of svc for an error that is not the app's. */
const FAILED = 3;

/** Prints an error in the form of svc and ends the process. */
function fail(problem, why, fix) {
  process.stderr.write(`error: ${problem}\n  why: ${why}\n  fix: ${fix}\n`);
  process.exit(FAILED);
}

/** Returns the path of the binary. */
function binary() {
  const name = `@svc/cli-${process.platform}-${process.arch}`;
  if (!(name in optionalDependencies)) {
    const known = Object.keys(optionalDependencies).map((one) => one.replace('@svc/cli-', ''));
    fail(
      `cannot run svc on ${process.platform}-${process.arch}`,
      `there are binaries for ${known.join(', ')}`,
      'build svc from its source, with Go',
    );
  }
  try {
    return require.resolve(`${name}/bin/svc${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    return fail(
      `cannot find the package ${name}`,
      'npm did not install its binary: optional dependencies were left out, or node_modules is of another platform',
      'run npm install on this machine, without --omit=optional',
    );
  }
}

let child;
// Before the binary starts: it may have begun its work when a signal comes. On Ctrl-C the terminal also sends SIGINT to
// the binary, which ignores the repeat.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child = spawn(binary(), process.argv.slice(2), { stdio: 'inherit', windowsHide: false });
child.on('error', (error) => fail('cannot start svc', error.message, 'run npm install again'));
child.on('exit', (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]); // Node ignores some signals, such as SIGPIPE
});
