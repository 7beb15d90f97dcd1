import { makeFlags } from '../worker/context/flags.ts';
import { flagsExtension } from '../worker/context/flags-extension.ts';

export {
  evaluateBooleanFlag,
  evaluateFlag,
  evaluateJsonFlag,
  evaluateNumberFlag,
  evaluateStringFlag,
} from '../flags/evaluate.ts';
export { evaluateFlags } from '../flags/evaluate-all.ts';
export { createSvcOpenFeatureProvider } from '../flags/provider.ts';

/** Adds `ctx.flags`. */
export function extend(): void {
  flagsExtension.add(makeFlags);
}
