/** Type tests of feature flags. They are compiled and never run. */

import type { Provider as ServerProvider } from '@openfeature/server-sdk';
import type { Provider as WebProvider } from '@openfeature/web-sdk';
import {
  createSvcOpenFeatureProvider,
  evaluateFlags,
  evaluateJsonFlag,
  type FlagEvaluationResult,
  type FlagSnapshot,
} from '../../src/index.ts';
import { FlagsProvider, useFlags } from '../../src/ui/react/index.ts';
import type { Equal, Expect } from './expect.ts';

declare const flag: FlagSnapshot | undefined;

// The provider is assignable to OpenFeature's: async on a server, synchronous in a browser.
export const server: ServerProvider = createSvcOpenFeatureProvider({ resolveSnapshot: async () => flag });
export const web: WebProvider = createSvcOpenFeatureProvider({ resolveSnapshot: () => flag });
// @ts-expect-error the web SDK cannot wait for a promise
export const late: WebProvider = createSvcOpenFeatureProvider({ resolveSnapshot: async () => flag });

const all = evaluateFlags({ flag }, { targetingKey: '1' }, { flag: false, size: 1, shape: { wide: true } });
const json = evaluateJsonFlag(flag, {}, { wide: true });
// @ts-expect-error the default is required
evaluateJsonFlag(flag, {});

/** A provider and a component that reads its flags. */
export function Card() {
  return (
    <FlagsProvider initialSnapshot={{ values: {} }}>
      <Reader />
      text
    </FlagsProvider>
  );
}

function Reader() {
  const { flags, details, isLoading } = useFlags(['wide'], { wide: false, size: 1 });
  const wide: boolean = flags.wide;
  // @ts-expect-error unknown key
  flags.size;
  // @ts-expect-error a key without a default
  useFlags(['other'], { wide: false });
  return isLoading ? null : <b>{`${wide} ${details.wide.reason}`}</b>;
}

export type Checks = [
  Expect<Equal<typeof all.flag, FlagEvaluationResult<boolean>>>,
  Expect<Equal<typeof all.size, FlagEvaluationResult<number>>>,
  Expect<Equal<typeof json.value, { wide: boolean }>>,
];
