import type { HandlerContext } from '../context/handler.ts';
import type { CapabilityBillingDeclaration } from '../declare/billing.ts';
import type {
  FieldDefinition,
  FieldMap,
  InferInput,
  InferOutput,
  OnlyMembersOf,
  OutputFieldDefinition,
  OutputFieldMap,
} from '../declare/field.ts';
import { fieldReader } from '../declare/field-reader.ts';
import type { ObjectTypeName } from '../declare/known-values.ts';
import { declare } from '../declare/recorder.ts';
import type { ActionResult } from '../declare/result.ts';

/** What the handler of a tool may return: an `ActionResult`, or only its output. */
export type ToolReturn<O extends OutputFieldMap> = ActionResult<InferOutput<O>> | InferOutput<O>;

/** The options that `ToolOptions` and `ToolDefinition` share. */
interface ToolBase<I extends FieldMap, O extends OutputFieldMap> {
  /** The action's name in the workflow editor. */
  readonly label: string;
  /** What the action does. */
  readonly description?: string;
  /** The CRM object type of the records that a workflow enrolls. */
  readonly objectType: ObjectTypeName;
  /** All CRM object types that the action supports, or `[]` for none. Default: `objectType` alone. */
  readonly objectTypes?: readonly ObjectTypeName[];
  /** Identifies the action to the CRM. Do not change it after the first deploy. Default: `action-<id>`. */
  readonly uid?: string;
  /** The text that the workflow editor shows on the action. `{{field}}` inserts an input. Default: the label. */
  readonly cardContent?: string;
  /** Whether people can add the action to workflows. Default: true. */
  readonly published?: boolean;
  /** Input fields. They type `ctx.input`. Default: none. */
  readonly input?: I;
  /** Output fields. They type the handler's output. Default: none. */
  readonly output?: O;
  /** Which features the tool requires, and the meter on which it counts. Default: none. */
  readonly billing?: CapabilityBillingDeclaration;
  /** Performs the action for one record, within 20 seconds. */
  handler(ctx: HandlerContext<InferInput<I>>): ToolReturn<O> | Promise<ToolReturn<O>>;
}

/** Makes a workflow action available to agents as a tool. */
export interface ToolAgent<Name extends string = string> {
  /** When and how an agent uses the tool, written for the model. */
  readonly description: string;
  /** The input fields that an agent may fill. Must include every required field. */
  readonly expose: readonly Name[];
  /** What the tool does. The CRM asks the user before it runs `TAKE_ACTION`. Default: `TAKE_ACTION`. */
  readonly toolType?: 'GET_DATA' | 'GENERATE' | 'TAKE_ACTION';
  /**
   * How the CRM's project declares the tool. `separate`: as a component of its own beside the action, with the exposed
   * fields. `shared`: in the component of the action, with every field. `only`: without an action for workflows.
   * Default: `separate`.
   */
  readonly component?: 'separate' | 'shared' | 'only';
  /** Identifies the component to the CRM, unless it is shared. Do not change it later. Default: `agent-<id>`. */
  readonly uid?: string;
}

/** The options of `worker.tool` and `worker.action`. */
export interface ToolOptions<I extends FieldMap = FieldMap, O extends OutputFieldMap = OutputFieldMap>
  extends ToolBase<I, O> {
  /** Makes the action a tool of agents. Default: workflows only. */
  readonly agent?: ToolAgent<NoInfer<Extract<keyof I, string>>>;
}

// Names typed by the map would not be assignable to the definition without type arguments.
/** A declared tool. The names in `expose` are plain strings. */
export interface ToolDefinition<I extends FieldMap = FieldMap, O extends OutputFieldMap = OutputFieldMap>
  extends ToolBase<I, O> {
  /** Always `tool`. */
  readonly kind: 'tool';
  /** The id passed to `tool`. Unique among the project's tools and actions. */
  readonly id: string;
  /** Makes the action a tool of agents. */
  readonly agent?: ToolAgent;
}

// `FieldMap` completes members before `I` is inferred.
/**
 * What `tool` takes: its options, without unknown members in the fields of `input` and `output`. A function of the app
 * that makes tools takes it, too, and keeps the types of its caller's fields.
 *
 * @example
 * import { type FieldMap, type OutputFieldMap, type StrictToolOptions, tool } from '@svc/sdk';
 *
 * export function audited<const I extends FieldMap, const O extends OutputFieldMap>(
 *   id: string,
 *   options: StrictToolOptions<I, O>,
 * ) {
 *   return tool<I, O>(id, { ...options, label: `${options.label} (audited)` });
 * }
 */
export type StrictToolOptions<I extends FieldMap, O extends OutputFieldMap> = ToolOptions<I, O> & {
  /** Input fields. They type `ctx.input`. Default: none. */
  readonly input?: OnlyMembersOf<FieldDefinition, I> & FieldMap;
  /** Output fields. They type the handler's output. Default: none. */
  readonly output?: OnlyMembersOf<OutputFieldDefinition, O>;
};

/** Builds a tool, and records the name of the function that the user called. */
export function makeTool<I extends FieldMap, O extends OutputFieldMap>(
  call: 'tool' | 'action',
  id: string,
  options: StrictToolOptions<I, O>,
): ToolDefinition<I, O> {
  return declare(call, [id, options], { ...options, kind: 'tool', id }, fieldReader());
}

/**
 * Builds a workflow action without registering it: pass it to `worker.use` or to `defineWorker(name, { use })`.
 * `worker.tool` builds and registers in one call.
 *
 * @example
 * import { defineWorker, ok, tool } from '@svc/sdk';
 *
 * const greet = tool('greet', {
 *   label: 'Greet contact',
 *   objectType: 'contact',
 *   input: { tone: { type: 'enumeration', options: ['warm', 'brief'], required: true } },
 *   output: { text: { type: 'string' } },
 *   handler: (ctx) => ok({ text: ctx.input.tone === 'warm' ? 'Hello there' : 'Hi' }),
 * });
 *
 * export default defineWorker('main', { use: [greet] });
 */
export function tool<const I extends FieldMap = {}, const O extends OutputFieldMap = OutputFieldMap>(
  id: string,
  options: StrictToolOptions<I, O>,
): ToolDefinition<I, O> {
  return makeTool('tool', id, options);
}

/**
 * Another name for `tool`.
 *
 * @example
 * import { action } from '@svc/sdk';
 *
 * export const archive = action('archive', {
 *   label: 'Archive contact',
 *   objectType: 'contact',
 *   handler: async (ctx) => {
 *     await ctx.crm.objects.archive('contacts', ctx.enrolledObject.id);
 *     return {};
 *   },
 * });
 */
export function action<const I extends FieldMap = {}, const O extends OutputFieldMap = OutputFieldMap>(
  id: string,
  options: StrictToolOptions<I, O>,
): ToolDefinition<I, O> {
  return makeTool('action', id, options);
}
