import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { errorText } from '../host/error-text.ts';
import type { HostOptions, Who } from '../host/host.ts';
import { requestOf } from '../host/host.ts';
import { inOrder } from '../host/in-order.ts';
import { refuse } from '../host/model-call.ts';
import type { HoldingHost } from '../host/run-held.ts';
import { runAdmitted } from '../host/run-held.ts';
import { isInvokable, once } from './once.ts';
import type { PauseOptions, Reviewed } from './pause.ts';
import { admitOrPause } from './pause.ts';
import { addNote, recordable, release } from './recorded.ts';
import type { RuntimeLike, StateLike, ToolCallRequestLike, ToolMessageClass } from './shapes.ts';
import { isObject } from '../host/host.ts';
import { hearMessages } from './words.ts';

type Validate = (value: unknown) => unknown;

/** How a library's schema says whether it takes a value: as a Standard Schema, or as Zod 3 did before there was one. */
const refusesOf = (schema: unknown): Validate | undefined => {
  if (!isObject(schema)) return undefined;
  const standard = schema['~standard'];
  if (isObject(standard) && typeof standard['validate'] === 'function')
    return standard['validate'].bind(standard) as Validate;
  const { safeParse } = schema;
  return typeof safeParse === 'function' ? (safeParse.bind(schema) as Validate) : undefined;
};

const isRefused = async (validate: Validate, args: unknown): Promise<boolean> => {
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
  who: Who,
  name: string,
  schema: unknown,
  args: unknown,
): Promise<void> => {
  const validate = refusesOf(schema);
  if (validate === undefined || !(await isRefused(validate, args))) return;
  throw await refuse(
    gate,
    who,
    'ARGUMENTS_INVALID',
    `${display(name, { max: 80 })} does not take these arguments`,
  );
};

/** Whose conversation it is: of one agent a conversation, or said for every run by what the host put into it. */
export type Whose = Who | { readonly who: (runtime: RuntimeLike) => Who | Promise<Who> };

export type PolicyOptions<M> = Omit<HoldingHost, keyof Who> &
  Whose &
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
  readonly beforeAgent: (state: StateLike, runtime: RuntimeLike) => Promise<undefined>;
  readonly wrapToolCall: <R extends ToolCallRequestLike, H>(
    request: R,
    handler: (request: R) => H | Promise<H>,
  ) => Promise<M | H>;
}

const whoOf = async <M>(options: PolicyOptions<M>, runtime: RuntimeLike): Promise<Who> =>
  'who' in options ? await options.who(runtime) : options;

const begun = async (gate: Gate, host: HostOptions, { toolCall }: ToolCallRequestLike): Promise<Reviewed> => {
  const request = requestOf(host, toolCall.name, toolCall.args, toolCall.id);
  return { request, admission: await inOrder(gate, host, () => gate.begin(request)), edited: false };
};

const noTool = (): CallgateError =>
  new CallgateError('TOOL_UNKNOWN', 'not run: this agent has no such tool', {
    help: 'put the policy middleware last, so that tools of other middleware are known to it',
  });

/** Runs a call that was let out, and releases what was recorded of it. */
const run = async <R extends ToolCallRequestLike, H>(
  gate: Gate,
  host: HoldingHost,
  { request, admission, edited }: Reviewed,
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
      if (!isInvokable(tool)) throw noTool();
      args = input;
      const judged = structuredClone(input) as JsonObject;
      let ran = false;
      const given = await handler({
        ...wrapped,
        toolCall: { ...toolCall, args: input },
        tool: once(tool, judged, abortSignal, () => {
          ran = true;
        }),
      });
      // it may have run another tool, with whatever arguments
      if (!ran) throw new Error('another middleware answered in the place of the tool');
      output = { given, recorded: recordable(given) };
      return output.recorded;
    },
  );
  if (output === undefined || !release(output.given, output.recorded, released))
    throw new CallgateError(
      'RESULT_KEPT',
      'it ran; its result was changed on the way and does not fit any more',
    );
  if (edited)
    addNote(
      output.given,
      `A person changed the arguments of this call to ${displayJson(args as JsonObject)}`,
    );
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
      if (hear) await hearMessages(gate, await whoOf(options, runtime), messages);
      return undefined;
    },
    wrapToolCall: async (wrapped, handler) => {
      const { toolCall, runtime } = wrapped;
      try {
        const { principal, context } = await whoOf(options, runtime);
        const host = { ...options, server: serverOf?.(toolCall.name) ?? server, principal, context };
        const { tool } = wrapped;
        if (!isInvokable(tool)) throw noTool();
        await checkInput(gate, host, toolCall.name, (tool as { schema?: unknown }).schema, toolCall.args);
        const admitted =
          confirm === 'pause'
            ? await admitOrPause(gate, host, wrapped, options)
            : await begun(gate, host, wrapped);
        return await run(gate, host, admitted, wrapped, handler);
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
