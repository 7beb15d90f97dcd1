import type { ActorState } from '../src/actors/core/actor-part.ts';
import { actorStore } from '../src/actors/core/store.ts';
import { boundTexts } from '../src/host/bound-texts.ts';
import { installGoHost } from './go-host.ts';

/** The state of one actor in memory, for tests of one of its parts. */
export interface FakeState {
  readonly state: ActorState;
  /** The due table, by `<purpose> <detail>`. */
  readonly due: Map<string, number>;
  clock: number;
}

export function fakeState(name = 'one'): FakeState {
  installGoHost();
  const due = new Map<string, number>();
  const fake: FakeState = {
    due,
    clock: 1_767_225_600_000,
    state: {
      name,
      store: actorStore(boundTexts('InstallActor', name)),
      due: {
        set: (purpose: string, detail: string, at: number | null) =>
          void (at === null ? due.delete(`${purpose} ${detail}`) : due.set(`${purpose} ${detail}`, at)),
        get: (purpose: string, detail: string) => due.get(`${purpose} ${detail}`),
      },
      now: () => fake.clock,
    } as unknown as ActorState,
  };
  return fake;
}
