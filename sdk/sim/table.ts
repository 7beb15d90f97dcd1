/** Prints the table: what each workload must come to, and what it comes to. */

import { CELLS, runCell } from './cells.ts';
import { costOfCall } from './cost.ts';

/** Node's: the sources of the SDK know no platform. */
declare const process: { argv: readonly string[]; exitCode: number };

/** @param wanted only rows whose name holds this */
async function print(wanted = ''): Promise<void> {
  for (const cell of CELLS.filter(({ name }) => name.includes(wanted))) {
    const { holds, figures } = await runCell(cell);
    console.log(`${holds ? 'ok  ' : 'MISS'} ${cell.name}\n       must: ${cell.must}\n       is:   ${figures}`);
    process.exitCode ||= holds ? 0 : 1;
  }
  const { gate, client } = await costOfCall();
  console.log(
    `the gate costs ${gate.toFixed(2)} µs a call with free tokens (budget: 5 µs); a call with all around it ${client.toFixed(1)} µs`,
  );
}

void print(process.argv[2]);
