/** Prints each target and its measured figures. */

import { costOfCall } from './cost.ts';
import { measure, TARGETS } from './targets.ts';

/** Defined by Node. The sources of the SDK depend on no platform. */
declare const process: { argv: readonly string[]; exitCode: number };

/** @param wanted a part of the names of the targets to measure */
async function print(wanted = ''): Promise<void> {
  for (const target of TARGETS.filter(({ name }) => name.includes(wanted))) {
    const { holds, figures } = await measure(target);
    console.log(`${holds ? 'ok  ' : 'MISS'} ${target.name}\n       goal: ${target.goal}\n       is:   ${figures}`);
    process.exitCode ||= holds ? 0 : 1;
  }
  const { gate, client } = await costOfCall();
  console.log(
    `time per call with available tokens: ${gate.toFixed(2)} µs in the gate (limit: 5), ${client.toFixed(1)} µs in the client`,
  );
}

void print(process.argv[2]);
