import type { CrmBatchRead, CrmBatchResult } from '../context/crm-batch.ts';
import type { BatchKind } from './batch-answer.ts';
import { BatchReads, type LookUp } from './batch-read.ts';
import { type BatchOutcome, type BatchTransport, ROWS_PER_CALL, runBatch } from './batch-run.ts';
import { listOf } from './list-of.ts';
import { textOf } from './path.ts';

/** The batches of one client. Converts the arguments of handlers to rows, and outcomes to results. */
export class Batches {
  readonly #transport: BatchTransport;
  readonly #reads: BatchReads;

  constructor(transport: BatchTransport) {
    this.#transport = transport;
    this.#reads = new BatchReads((run) => void transport.pace.clock.setTimeout(run, 0));
  }

  /** Returns one outcome per row, in order. */
  run<Row>(kind: BatchKind<Row>, rows: readonly Row[]): Promise<BatchOutcome[]> {
    return runBatch(this.#transport, kind, rows);
  }

  /** @param other the kind of the rows that `isOther` selects */
  async write<T, Row>(
    rows: readonly Row[],
    kind: BatchKind<Row>,
    other?: BatchKind<Row>,
    isOther: (row: Row) => boolean = () => false,
  ): Promise<CrmBatchResult<T, Row>> {
    const inputs = [...listOf(rows, 'rows')];
    const outcomes: BatchOutcome[] = [];
    for (const one of other === undefined ? [kind] : [kind, other]) {
      const places = [...inputs.keys()].filter((place) => isOther(inputs[place] as Row) === (one === other));
      const run = await this.run(
        one,
        places.map((place) => inputs[place] as Row),
      );
      places.forEach((place, at) => (outcomes[place] = run[at] as BatchOutcome));
    }
    const result: CrmBatchResult<T, Row> = { succeeded: [], failed: [] };
    for (const [index, input] of inputs.entries()) {
      const outcome = outcomes[index] as BatchOutcome;
      if (outcome.failure === undefined) {
        result.succeeded.push({ index, result: outcome.result as T });
      } else {
        result.failed.push({ index, input, error: outcome.failure });
      }
    }
    return result;
  }

  /**
   * Reads by id. Rejects if the lookup of an id failed.
   *
   * @param lookUp looks up the ids of one call. Never rejects
   */
  async read<T>(ids: readonly string[], kind: BatchKind<never>, lookUp: LookUp): Promise<CrmBatchRead<T>> {
    const texts = listOf(ids, 'ids').map((id) => textOf(id, 'id'));
    const name = JSON.stringify([kind.path, kind.query, kind.body]);
    const outcomes = await this.#reads.read(name, texts, kind.size ?? ROWS_PER_CALL, lookUp);
    const results: T[] = [];
    const missing = new Set<string>();
    for (const [place, id] of texts.entries()) {
      const outcome = outcomes[place] as BatchOutcome;
      if (outcome.failure !== undefined) {
        throw outcome.error;
      }
      if (outcome.result === undefined) {
        missing.add(id);
      } else {
        results.push(outcome.result as T);
      }
    }
    return { results, missing: [...missing] };
  }
}
