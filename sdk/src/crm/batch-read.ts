import type { BatchOutcome } from './batch-run.ts';

/** Looks up ids in one call. Returns one outcome per id, in order. Never rejects. */
export type LookUp = (ids: readonly string[]) => Promise<BatchOutcome[]>;

/** The ids of one call. */
interface Call {
  readonly ids: string[];
  readonly outcomes: Promise<BatchOutcome[]>;
  readonly leave: () => void;
}

/** The lookups of one kind in this turn. */
interface Turn {
  readonly callOf: Map<string, Call>;
  /** The call that has room for more ids. */
  open: Call | undefined;
}

/**
 * Combines the lookups of one turn of the event loop: those of the same kind go in shared calls, and each id is looked
 * up once. Nothing is cached beyond the turn, since a write may follow.
 */
export class BatchReads {
  readonly #turns = new Map<string, Turn>();
  readonly #atEndOfTurn: (run: () => void) => void;

  /** @param atEndOfTurn runs a function after the current turn */
  constructor(atEndOfTurn: (run: () => void) => void) {
    this.#atEndOfTurn = atEndOfTurn;
  }

  /**
   * Returns one outcome per id, in order.
   *
   * @param kind lookups with the same text share calls
   * @param size ids per call
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
