/** From what a handler returned to an outcome that its surface can answer with. */
import type { AnsweredSurface } from '../../platform/observation.ts';
import type { Capability } from '../../protocol/request-context.ts';
import type { Outcome } from '../invocation/outcome.ts';
/**
 * Reads what the handler returned. Throws an OutputError when a tool's output does not fit its declaration.
 * @param onUnknown is told of each output field that is not declared
 */
export declare function readReturned(capability: Capability, surface: AnsweredSurface, returned: unknown, onUnknown: (field: string) => void): Outcome;
