// What the scripts share that write Go files.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Length of the longest text in a line of the file, in characters. */
const LINE = 104;

/** Writes Go code to the file that is the script's argument, else to standard output. */
export function writeGo(code) {
  const formatted = execFileSync('gofmt', { input: code });
  const [target] = process.argv.slice(2);
  if (target === undefined) {
    process.stdout.write(formatted);
  } else {
    writeFileSync(target, formatted);
  }
}

/** Returns a Go expression for a text of words, each with a space after it. */
export function textOf(words) {
  const found = [''];
  for (const word of words) {
    if (found.at(-1).length + word.length > LINE) {
      found.push('');
    }
    found[found.length - 1] += `${word} `;
  }
  return ['""', ...found.map((line) => JSON.stringify(line))].join(' +\n');
}
