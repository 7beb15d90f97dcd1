/**
 * Gathers the look-ups of one turn of an invocation: those of a kind that are asked for until the engine turns to
 * something else go in common calls, each id once. Nothing is kept beyond the turn.
 */

import type { BatchOutcome } from './batch-run.ts';

/** Looks ids up, all in one call; gives what became of each, by its place. Never rejects. */
export type LookUp = (ids: readonly string[]) => Promise<BatchOutcome[]>;

/** Ids that go together. */
interface Call {
  readonly ids: string[];
  readonly outcomes: Promise<BatchOutcome[]>;
  readonly leave: () => void;
}

/** The look-ups of one kind. */
interface Turn {
  readonly callOf: Map<string, Call>;
  /** Has room for more. */
  open: Call | undefined;
}

export class BatchReads {
  readonly #turns = new Map<string, Turn>();
  readonly #atEndOfTurn: (run: () => void) => void;

  /** @param atEndOfTurn runs something when the engine turns to something else */
  constructor(atEndOfTurn: (run: () => void) => void) {
    this.#atEndOfTurn = atEndOfTurn;
  }

  /**
   * Gives what became of each id, by its place.
   * @param kind look-ups with the same text go together
   * @param size ids of one call
   */
  async read(kind: string, ids: readonly string[], size: number, lookUp: LookUp): Promise<BatchOutcome[]> {
    const turn = this.#turns.get(kind) ?? this.#begin(kind);
    for (const id of ids) {
      if (!turn.callOf.has(id)) {
        const call = (turn.open ??= makeCall(lookUp));
        turn.callOf.set(id, call);
        if (call.ids.push(id) === size) {
          turn.open = undefined;
          call.leave();
        }
      }
    }
    const outcomes: BatchOutcome[] = [];
    for (const id of ids) {
      const call = turn.callOf.get(id) as Call;
      outcomes.push((await call.outcomes)[call.ids.indexOf(id)] as BatchOutcome);
    }
    return outcomes;
  }

  #begin(kind: string): Turn {
    const turn: Turn = { callOf: new Map(), open: undefined };
    this.#turns.set(kind, turn);
    this.#atEndOfTurn(() => {
      this.#turns.delete(kind);
      turn.open?.leave();
    });
    return turn;
  }
}

function makeCall(lookUp: LookUp): Call {
  const ids: string[] = [];
  let leave = () => {};
  const outcomes = new Promise<BatchOutcome[]>((resolve) => {
    leave = () => resolve(lookUp(ids));
  });
  return { ids, outcomes, leave };
}
