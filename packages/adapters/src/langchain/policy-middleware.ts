import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import { errorText } from '../host/error-text.ts';
import type { HostOptions, ConversationRef } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { runInOrder } from '../host/run-in-order.ts';
import { refuseCall } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { runAdmitted } from '../host/run-with-approval.ts';
import { isInvokable, runOnce } from './run-once.ts';
import type { PauseOptions, ReviewedCall } from './admit-or-pause.ts';
import { admitOrPause } from './admit-or-pause.ts';
import { addNote, toRecordedResult, applyReleased } from './recorded-result.ts';
import type { RuntimeLike, AgentStateLike, ToolCallRequestLike, ToolMessageClass } from './shapes.ts';
import { isObject } from '../host/host-options.ts';
import { recordUserMessages } from './record-user-messages.ts';

type SchemaValidator = (value: unknown) => unknown;

/** How a library's schema says whether it takes a value: as a Standard Schema, or as Zod 3 did before there was one. */
const validatorOf = (schema: unknown): SchemaValidator | undefined => {
  if (!isObject(schema)) return undefined;
  const standard = schema['~standard'];
  if (isObject(standard) && typeof standard['validate'] === 'function')
    return standard['validate'].bind(standard) as SchemaValidator;
  const { safeParse } = schema;
  return typeof safeParse === 'function' ? (safeParse.bind(schema) as SchemaValidator) : undefined;
};

const isRefusedInput = async (validate: SchemaValidator, args: unknown): Promise<boolean> => {
  try {
    const said = await validate(structuredClone(args));
    return isObject(said) && (said['issues'] !== undefined || said['success'] === false);
  } catch {
    return true;
  }
};

/** LangChain applies a library's schema inside the tool, after people were asked: what it refuses is refused here first. */
export const checkInput = async (
  gate: Gate,
  who: ConversationRef,
  name: string,
  schema: unknown,
  args: unknown,
): Promise<void> => {
  const validate = validatorOf(schema);
  if (validate === undefined || !(await isRefusedInput(validate, args))) return;
  throw await refuseCall(gate, who, adapterErrors.argumentsInvalid({ tool: display(name, { max: 80 }) }));
};

/** Whose conversation it is: of one agent a conversation, or said for every run by what the host put into it. */
export type LangChainConversation =
  | ConversationRef
  | { readonly who: (runtime: RuntimeLike) => ConversationRef | Promise<ConversationRef> };

export type PolicyOptions<M> = Omit<WaitingHostOptions, keyof ConversationRef> &
  LangChainConversation &
  PauseOptions & {
    /** The class of LangChain, with which the model is answered where a call does not run. */
    readonly ToolMessage: ToolMessageClass<M>;
    /** What a call that needs people does: it waits inside the turn, or it pauses the graph. `hold` where nothing is said. */
    readonly confirm?: 'hold' | 'pause';
    /** The server of a tool, where tools come from several. */
    readonly serverOf?: (tool: string) => string | undefined;
    /** False if the person's messages are not the person's words, as in an agent that another one calls. */
    readonly hear?: boolean;
  };

/** What `createAgent` takes in `middleware`. */
export interface PolicyMiddleware<M> {
  readonly name: string;
  readonly beforeAgent: (state: AgentStateLike, runtime: RuntimeLike) => Promise<undefined>;
  readonly wrapToolCall: <R extends ToolCallRequestLike, H>(
    request: R,
    handler: (request: R) => H | Promise<H>,
  ) => Promise<M | H>;
}

const conversationOf = async <M>(options: PolicyOptions<M>, runtime: RuntimeLike): Promise<ConversationRef> =>
  'who' in options ? await options.who(runtime) : options;

const beginCall = async (
  gate: Gate,
  host: HostOptions,
  { toolCall }: ToolCallRequestLike,
): Promise<ReviewedCall> => {
  const request = requestOf(host, toolCall.name, toolCall.args, toolCall.id);
  return { request, admission: await runInOrder(gate, host, () => gate.begin(request)), edited: false };
};

const unknownToolError = (): CallgateError => new CallgateError(adapterErrors.toolOfOtherMiddleware());

/** Runs a call that was let out, and releases what was recorded of it. */
const runAdmittedCall = async <R extends ToolCallRequestLike, H>(
  gate: Gate,
  host: WaitingHostOptions,
  { request, admission, edited }: ReviewedCall,
  wrapped: R,
  handler: (request: R) => H | Promise<H>,
): Promise<H> => {
  let output: { readonly given: H; readonly recorded: JsonObject } | undefined;
  let args: unknown;
  const released = await runAdmitted(
    gate,
    host,
    request,
    admission,
    { id: request.key, signal: wrapped.runtime.signal },
    async (input, { abortSignal }) => {
      const { tool, toolCall } = wrapped;
      if (!isInvokable(tool)) throw unknownToolError();
      args = input;
      const judged = structuredClone(input) as JsonObject;
      let ran = false;
      const given = await handler({
        ...wrapped,
        toolCall: { ...toolCall, args: input },
        tool: runOnce(tool, judged, abortSignal, () => {
          ran = true;
        }),
      });
      // it may have run another tool, with whatever arguments
      if (!ran) throw new Error(adapterMessages.outcome.otherMiddleware);
      output = { given, recorded: toRecordedResult(given) };
      return output.recorded;
    },
  );
  if (output === undefined || !applyReleased(output.given, output.recorded, released))
    throw new CallgateError(adapterErrors.resultKept());
  if (edited)
    addNote(output.given, adapterMessages.answers.argumentsEdited({ args: displayJson(args as JsonObject) }));
  return output.given;
};

/**
 * A middleware that lets only those calls run that the gate lets out. Put it last in `middleware`: what stands after it
 * is between the gate and the tool.
 */
export const policyMiddleware = <M>(gate: Gate, options: PolicyOptions<M>): PolicyMiddleware<M> => {
  const { ToolMessage, confirm = 'hold', server, serverOf, hear = true } = options;
  return {
    name: 'CallgatePolicy',
    beforeAgent: async ({ messages }, runtime) => {
      if (hear) await recordUserMessages(gate, await conversationOf(options, runtime), messages);
      return undefined;
    },
    wrapToolCall: async (wrapped, handler) => {
      const { toolCall, runtime } = wrapped;
      try {
        const { principal, context } = await conversationOf(options, runtime);
        const host = { ...options, server: serverOf?.(toolCall.name) ?? server, principal, context };
        const { tool } = wrapped;
        if (!isInvokable(tool)) throw unknownToolError();
        await checkInput(gate, host, toolCall.name, (tool as { schema?: unknown }).schema, toolCall.args);
        const admitted =
          confirm === 'pause'
            ? await admitOrPause(gate, host, wrapped, options)
            : await beginCall(gate, host, wrapped);
        return await runAdmittedCall(gate, host, admitted, wrapped, handler);
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        return new ToolMessage({
          content: errorText(error),
          tool_call_id: toolCall.id ?? '',
          name: toolCall.name,
          status: 'error',
        });
      }
    },
  };
};
