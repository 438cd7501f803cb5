import type { Json } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { PreRunCheck } from '../host/pre-run-check.ts';
import { errorText } from '../host/error-text.ts';
import type { HostOptions } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { runTool } from '../host/run-tool.ts';
import { hintsOf, withHints } from './catalogue.ts';
import type { DetailsLike, FunctionToolLike } from './shapes.ts';

export interface AgentsHost extends HostOptions {
  /** The tool's own `errorFunction` has made this of what the tool threw. What the SDK makes of it is known. */
  readonly saysFailure?: (output: unknown) => boolean;
}

/** What the SDK makes of everything a tool throws, where the tool has no `errorFunction`. */
const FAILED = 'An error occurred while running the tool. Please try again.';

/** The SDK refused the arguments before the tool saw them. */
const isInputError = (error: unknown): boolean =>
  error instanceof Error && error.constructor.name === 'InvalidToolInputError';

type ApprovalCheck = (context: unknown, input: unknown, callId?: string) => Promise<boolean>;
type InvokeFunction = (context: unknown, input: string, details?: DetailsLike) => Promise<unknown>;
type ErrorFunction = (context: unknown, error: unknown, details?: DetailsLike) => unknown;

const withSignal = (details: DetailsLike | undefined, signal: AbortSignal | undefined): DetailsLike => {
  // symbols of the SDK on it go along
  const copy: DetailsLike = { ...details };
  return signal === undefined ? copy : { ...copy, signal };
};

/** In the place of an answer. A tool that promises a form of its output says itself what that is. */
const errorOutput = async (
  { outputSchema, errorFunction }: FunctionToolLike,
  context: unknown,
  error: CallgateError,
  details: DetailsLike | undefined,
): Promise<unknown> => {
  if (outputSchema === undefined) return errorText(error);
  if (typeof errorFunction !== 'function') throw error;
  return await (errorFunction as ErrorFunction)(context, error, details);
};

const gatedTool = (gate: Gate, host: AgentsHost, tool: FunctionToolLike): FunctionToolLike => {
  const { name } = tool;
  const first = new PreRunCheck(gate, host);
  const wants = tool.needsApproval as ApprovalCheck;
  const run = tool.invoke as InvokeFunction;
  const knowing: HostOptions = {
    ...host,
    knownFailure: (error) => isInputError(error) || host.knownFailure?.(error) === true,
  };

  const needsApproval: ApprovalCheck = async (context, input, callId) => {
    const request = requestOf(host, name, input, callId);
    return (await first.ask(request, await wants(context, input, callId))) === 'pause';
  };

  const invoke: InvokeFunction = async (context, input, details) => {
    try {
      const callId = details?.toolCall?.callId;
      const parsed = parseStrict(input);
      const request = requestOf(host, name, parsed, callId);
      const begun = await first.enter(request, details?.signal, () => wants(context, parsed, callId));
      const execute = async (
        judged: unknown,
        options: { readonly abortSignal?: AbortSignal | undefined },
      ) => {
        const output = await run(
          context,
          canonical(judged as Json),
          withSignal(details, options.abortSignal),
        );
        if (output === FAILED || host.saysFailure?.(output) === true) throw new Error(String(output));
        return output;
      };
      return await runTool(gate, knowing, begun, execute, { abortSignal: details?.signal });
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return await errorOutput(tool, context, error, details);
    }
  };

  return withHints({ ...tool, needsApproval, invoke }, hintsOf(tool));
};

/**
 * The same function tools, which run only what the gate lets out: with the arguments that were judged, and nothing of an
 * answer is released before it is durable. Make them for each conversation; agents of one conversation share them. Tools
 * made with `agent.asTool()` must not be given: what that agent calls goes through its own gated tools.
 */
export const gatedTools = <const T extends readonly FunctionToolLike[]>(
  gate: Gate,
  tools: T,
  host: AgentsHost,
): { -readonly [K in keyof T]: T[K] } =>
  tools.map((tool) => gatedTool(gate, host, tool)) as { -readonly [K in keyof T]: T[K] };
