import type { Json } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { Dispatchable, Gate, PendingCall } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { Admission } from '../host/admit.ts';
import { admitNow, notRunError } from '../host/admit.ts';
import { errorText } from '../host/error-text.ts';
import type { HostOptions, ToolRequest } from '../host/host-options.ts';
import { requestOf, toJson } from '../host/host-options.ts';
import { runInOrder } from '../host/run-in-order.ts';
import { rememberJoinedCall } from '../host/joined-calls.ts';
import { refuseCall } from '../host/model-call.ts';
import { runTool } from '../host/run-tool.ts';
import type { MastraContextLike, MastraToolLike, MastraToolsLike } from './shapes.ts';

interface ValidationOutcomeLike {
  readonly value?: unknown;
  readonly issues?: unknown;
}

type StandardValidator = (value: unknown) => ValidationOutcomeLike | Promise<ValidationOutcomeLike>;

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Of the Standard Schema that every schema of a tool is. */
const validateOf = (schema: unknown): StandardValidator | undefined => {
  if (!isObject(schema) || !('~standard' in schema)) return undefined;
  const standard = schema['~standard'];
  if (!isObject(standard) || !('validate' in standard) || typeof standard.validate !== 'function')
    return undefined;
  const { validate } = standard;
  return (value) =>
    Reflect.apply(validate, standard, [value]) as ValidationOutcomeLike | Promise<ValidationOutcomeLike>;
};

/** Undefined for what the schema does not take, or makes something of that has no JSON. */
const validatedJson = async (validate: StandardValidator, value: unknown): Promise<Json | undefined> => {
  try {
    const { value: made, issues } = await validate(value);
    return issues === undefined ? toJson(made) : undefined;
  } catch {
    return undefined;
  }
};

const isSame = (a: Json, b: Json): boolean => {
  try {
    return canonical(a) === canonical(b);
  } catch {
    return false;
  }
};

/**
 * The arguments as the tool will have them, which are judged. The framework puts them through the schema once more on
 * their way into the tool, so a schema that makes something else of them every time is refused.
 */
const judgedInput = async (
  gate: Gate,
  host: HostOptions,
  name: string,
  schema: unknown,
  input: unknown,
): Promise<unknown> => {
  const validate = validateOf(schema);
  if (validate === undefined) return input;
  const shown = display(name, { max: 80 });
  const judged = await validatedJson(validate, input ?? {});
  if (judged === undefined)
    throw await refuseCall(gate, host, adapterErrors.argumentsInvalid({ tool: shown }));
  const again = await validatedJson(validate, structuredClone(judged));
  if (again !== undefined && isSame(judged, again)) return judged;
  throw await refuseCall(gate, host, adapterErrors.argumentsUnstable({ tool: shown }));
};

type MastraExecutor = (input: unknown, context: MastraContextLike) => unknown;
type SuspendFunction = (payload: object, options: object) => unknown;

/** It waits under this very id, so the run was paused for it before, and was resumed. */
const isResumed = async (gate: Gate, { key }: ToolRequest, { call, joined }: PendingCall): Promise<boolean> =>
  joined === true && key !== undefined && (await gate.desk.read.call(call))?.key === key;

type EnterResult =
  | { readonly type: 'out'; readonly begun: Dispatchable }
  | { readonly type: 'pause'; readonly suspend: SuspendFunction };

const enterCall = async (
  gate: Gate,
  host: HostOptions,
  request: ToolRequest,
  context: MastraContextLike,
): Promise<EnterResult> => {
  const first = await runInOrder(gate, host, () => gate.begin(request));
  if (isDispatchable(first)) return { type: 'out', begun: first };
  if (first.state !== 'held') throw notRunError(first);
  rememberJoinedCall(gate, host, request, first);
  const back = await isResumed(gate, request, first);
  const admission: Admission =
    first.waiting === 'slot' || first.joined === true
      ? await admitNow(gate, request, context.abortSignal)
      : first;
  if (isDispatchable(admission)) return { type: 'out', begun: admission };
  // what the framework calls approved is not approved: the model reads that, and the run does not pause for ever
  const suspend = context.agent?.suspend;
  if (admission.state !== 'held' || back || suspend === undefined) throw notRunError(admission);
  return { type: 'pause', suspend: suspend as SuspendFunction };
};

/** Ends the turn as `requireApproval` does, so that `approveToolCall` and `declineToolCall` take it up. */
const pauseRun = async (name: string, input: unknown, suspend: SuspendFunction): Promise<undefined> => {
  const requireToolApproval = { toolName: name, args: input };
  await suspend({ requireToolApproval }, { requireToolApproval });
  return undefined;
};

/** Takes everything and passes nothing on. */
const silentWriter = (): object =>
  Object.assign(new WritableStream(), { write: async () => {}, custom: async () => {} });

const gatedExecute = (
  gate: Gate,
  host: HostOptions,
  name: string,
  schema: unknown,
  execute: MastraExecutor,
): MastraExecutor => {
  return async (given, context = {}) => {
    let entered: EnterResult;
    let input: unknown;
    try {
      input = await judgedInput(gate, host, name, schema, given);
      const request = requestOf(host, name, input, context.agent?.toolCallId);
      entered = await enterCall(gate, host, request, context);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return errorText(error);
    }
    if (entered.type === 'pause') return await pauseRun(name, input, entered.suspend);
    const { abortSignal } = context;
    // what a tool writes while it runs would be out before it is recorded
    const writer = 'writer' in context && context.writer !== undefined ? { writer: silentWriter() } : {};
    const run = async (judged: unknown, options: { readonly abortSignal?: AbortSignal | undefined }) =>
      // the same object: by it the framework knows that the input was checked already
      await execute(judged, Object.assign(context, { abortSignal: options.abortSignal, ...writer }));
    return await runTool(gate, host, entered.begun, run, { abortSignal });
  };
};

const gatedTool = (gate: Gate, host: HostOptions, name: string, tool: MastraToolLike): MastraToolLike => {
  const { execute, inputSchema } = tool;
  if (execute === undefined)
    throw new CallgateError(adapterErrors.notRunHere({ tool: display(name, { max: 80 }) }));
  const copy: MastraToolLike = Object.assign(
    Object.create(Object.getPrototypeOf(tool) as object) as object,
    tool,
  );
  return Object.assign(copy, {
    execute: gatedExecute(gate, host, name, inputSchema, execute.bind(tool) as MastraExecutor),
  });
};

/**
 * The same tools, which run only what the gate lets out: with the arguments that were judged, and nothing of an answer
 * is released before it is durable. Make them for each conversation, by the names under which the agent has them.
 */
export const gatedTools = <T extends MastraToolsLike>(gate: Gate, tools: T, host: HostOptions): T =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, gatedTool(gate, host, name, tool)]),
  ) as T;
