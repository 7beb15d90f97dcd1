/** Workflow actions, which are also the tools of agents. */
import type { HandlerContext } from '../context/handler.ts';
import type { CapabilityBillingDeclaration } from './billing.ts';
import type { FieldDefinition, FieldMap, InferInput, InferOutput, OnlyMembersOf, OutputFieldDefinition, OutputFieldMap } from './field.ts';
import type { ActionResult } from './result.ts';
/** What the handler of a tool may return: an outcome, or its output as it is. */
export type ToolReturn<O extends OutputFieldMap> = ActionResult<InferOutput<O>> | InferOutput<O>;
interface ToolBase<I extends FieldMap, O extends OutputFieldMap> {
    /** What people see in the workflow editor. */
    readonly label: string;
    readonly description?: string;
    /** The CRM object type whose records are enrolled. */
    readonly objectType: string;
    /** Input fields; they type `ctx.input`. */
    readonly input?: I;
    /** Output fields; they type what the handler may return. */
    readonly output?: O;
    readonly billing?: CapabilityBillingDeclaration;
    handler(ctx: HandlerContext<InferInput<I>>): ToolReturn<O> | Promise<ToolReturn<O>>;
}
/** What makes a workflow action a tool of agents. `expose` names the input fields that an agent may fill. */
export interface ToolAgent<Name extends string = string> {
    readonly description: string;
    readonly expose: readonly Name[];
}
/** The options of `worker.tool` and `worker.action`. */
export interface ToolOptions<I extends FieldMap = FieldMap, O extends OutputFieldMap = OutputFieldMap> extends ToolBase<I, O> {
    readonly agent?: ToolAgent<NoInfer<Extract<keyof I, string>>>;
}
/**
 * A declared tool. The names in `expose` are plain strings here: names typed by `keyof I` would make the definition
 * of one tool unfit wherever any tool is taken.
 */
export interface ToolDefinition<I extends FieldMap = FieldMap, O extends OutputFieldMap = OutputFieldMap> extends ToolBase<I, O> {
    readonly kind: 'tool';
    readonly id: string;
    readonly agent?: ToolAgent;
}
/** What `tool` takes: its options, and no field with a member that fields do not have. */
type StrictToolOptions<I extends FieldMap, O extends OutputFieldMap> = ToolOptions<I, O> & {
    readonly input?: OnlyMembersOf<FieldDefinition, I>;
    readonly output?: OnlyMembersOf<OutputFieldDefinition, O>;
};
/** Makes a tool under the name that the user called. */
export declare function makeTool<I extends FieldMap, O extends OutputFieldMap>(call: 'tool' | 'action', id: string, options: StrictToolOptions<I, O>): ToolDefinition<I, O>;
/**
 * Builds a workflow action without registering it: pass it to `worker.use` or to `defineWorker(name, { use })`.
 * `worker.tool` builds and registers in one go.
 */
export declare function tool<const I extends FieldMap = {}, const O extends OutputFieldMap = OutputFieldMap>(id: string, options: StrictToolOptions<I, O>): ToolDefinition<I, O>;
/** The same as `tool`. */
export declare function action<const I extends FieldMap = {}, const O extends OutputFieldMap = OutputFieldMap>(id: string, options: StrictToolOptions<I, O>): ToolDefinition<I, O>;
export {};
