import { CallgateError, display } from '@callgate/core';
import type { Dispatchable, Gate } from '@callgate/gate';
import { NotSentError, isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import { notRunError, waitingReason } from '../host/admit.ts';
import { castPersonVote, findPendingApproval, withdrawCall } from '../host/approvals.ts';
import type { HostOptions } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { endTurn, unstartedCallsOf } from '../host/unstarted-calls.ts';
import { runTool } from '../host/run-tool.ts';
import { errorText } from '../host/error-text.ts';
import type { AdkHost } from './adk-host.ts';
import { admitCall, isConfirmationRequired, hostFor, conversationOf } from './adk-host.ts';
import { noteCalls } from './adk-policy-engine.ts';
import type {
  AdkContextLike,
  AdkInvocationLike,
  AdkSessionLike,
  AdkToolCallLike,
  AdkToolLike,
  BasePluginClass,
} from './adk-shapes.ts';
import { isObject } from '../host/host-options.ts';
import { DeferredResponses } from './adk-deferred-responses.ts';
import { recordUserMessages } from './record-user-messages.ts';

export type GatePluginOptions<P extends object> = AdkHost & {
  /** The class of ADK. */
  readonly BasePlugin: BasePluginClass<P>;
  /** Whom the host has authenticated as the one who answers confirmations. A no is then this person's refusal. */
  readonly reviewer?: (session: AdkSessionLike) => string | undefined;
  /** False if messages of the role `user` are not the person's words. */
  readonly hear?: boolean;
};

type AdkResponse = Record<string, unknown>;

const responseOf = (value: unknown): AdkResponse => {
  if (Array.isArray(value)) return { results: value };
  return isObject(value) ? { ...value } : { result: value };
};

/** What the tool itself would say about its arguments, before it does anything. */
const checkReadable = (tool: AdkToolLike, args: unknown): void => {
  const parameters: unknown = 'parameters' in tool ? tool.parameters : undefined;
  if (!isObject(parameters) || typeof parameters['safeParse'] !== 'function') return;
  const parsed: unknown = parameters['safeParse'](args);
  if (isObject(parsed) && parsed['success'] === false)
    throw new NotSentError(adapterMessages.outcome.argumentsUnfit({ problem: String(parsed['error']) }));
};

const isRemote = ({ runConfig = {} }: AdkInvocationLike): boolean =>
  'remoteDelivered' in runConfig && runConfig.remoteDelivered === true;

class PluginCalls {
  readonly #gate: Gate;
  readonly #reviewer: ((session: AdkSessionLike) => string | undefined) | undefined;

  constructor(gate: Gate, reviewer: ((session: AdkSessionLike) => string | undefined) | undefined) {
    this.#gate = gate;
    this.#reviewer = reviewer;
  }

  async answer(host: HostOptions, { tool, toolArgs, toolContext }: AdkToolCallLike): Promise<AdkResponse> {
    const { functionCallId, toolConfirmation } = toolContext;
    const request = requestOf(host, tool.name, toolArgs, functionCallId);
    if (toolConfirmation?.confirmed === false) return await this.refused(host, toolContext);
    const allowed = unstartedCallsOf(this.#gate).take(host, request);
    if (allowed !== undefined) return await this.#run(host, allowed, tool, toolContext);
    // a confirmation in the messages is nobody's word; where a policy only observes there is no other
    const asked = toolConfirmation !== undefined && this.#gate.policy.mode === 'observe';
    const people = !asked && (await isConfirmationRequired(tool, request));
    const admission = await admitCall(this.#gate, host, request, people, toolContext.abortSignal);
    if (admission.state === 'ask') return this.#ask(adapterMessages.answers.toolAsks, toolContext);
    if (isDispatchable(admission)) return await this.#run(host, admission, tool, toolContext, people);
    if (admission.state !== 'held' || toolConfirmation !== undefined) throw notRunError(admission);
    return this.#ask(waitingReason(admission), toolContext);
  }

  /** The host said no. That is a refusal if it says whose word it is, and otherwise nobody wants the call any more. */
  async refused(
    host: HostOptions,
    { functionCallId = '', invocationContext }: AdkContextLike,
  ): Promise<AdkResponse> {
    const gate = this.#gate;
    const reason = adapterMessages.answers.notConfirmed;
    const subject = this.#reviewer?.(invocationContext.session);
    const waiting = await findPendingApproval(gate, host, functionCallId);
    if (subject !== undefined && waiting?.question !== undefined)
      await castPersonVote(gate, {
        question: waiting.question,
        approved: false,
        subject,
        opened: false,
        reason,
      });
    // does nothing where the refusal counted
    await withdrawCall(gate, host, functionCallId, reason);
    return { error: adapterMessages.notRun({ reason }) };
  }

  #ask(hint: string, toolContext: AdkContextLike): AdkResponse {
    toolContext.requestConfirmation({ hint });
    return { status: 'waiting', reason: hint };
  }

  /** `agreed`: people did at the gate what the tool wants from its context. */
  async #run(
    host: HostOptions,
    begun: Dispatchable,
    tool: AdkToolLike,
    toolContext: AdkContextLike,
    agreed = false,
  ): Promise<AdkResponse> {
    const { functionCallId, abortSignal: leaving } = toolContext;
    const released = await runTool(
      this.#gate,
      host,
      begun,
      async (input, { abortSignal }) => {
        checkReadable(tool, input);
        const context: unknown = Object.create(toolContext, {
          abortSignal: { value: abortSignal },
          ...(agreed ? { toolConfirmation: { value: { hint: '', confirmed: true } } } : {}),
        });
        return await tool.runAsync({ args: input as AdkResponse, toolContext: context as never });
      },
      { ...(functionCallId === undefined ? {} : { toolCallId: functionCallId }), abortSignal: leaving },
    );
    return responseOf(released);
  }
}

/**
 * A plugin for `new Runner({ plugins })`: every tool call of its agents goes through the gate. It runs tools itself, with
 * the arguments that were judged, asks for confirmations as ADK does, and hears the person.
 */
export const gatePlugin = <P extends object>(gate: Gate, options: GatePluginOptions<P>): P => {
  const { BasePlugin, reviewer, hear = true, ...host } = options;
  const calls = new PluginCalls(gate, reviewer);
  const unsaid = new DeferredResponses();
  const callbacks = {
    onUserMessageCallback: async (given: {
      readonly userMessage: unknown;
      readonly invocationContext: AdkInvocationLike;
    }): Promise<undefined> => {
      const { userMessage, invocationContext } = given;
      // a message that another agent sent is nobody's word
      if (hear && !isRemote(invocationContext))
        await recordUserMessages(gate, await conversationOf(host, invocationContext.session), userMessage);
    },
    afterModelCallback: async (given: {
      readonly callbackContext: { readonly invocationContext: AdkInvocationLike };
      readonly llmResponse: { readonly content?: unknown };
    }): Promise<undefined> => {
      const { callbackContext, llmResponse } = given;
      noteCalls(gate, host, callbackContext.invocationContext.session, llmResponse.content);
    },
    beforeToolCallback: async (call: AdkToolCallLike): Promise<AdkResponse> => {
      const { session } = call.toolContext.invocationContext;
      try {
        return await calls.answer(await hostFor(host, session, call.tool.name), call);
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        return { error: display(errorText(error), { max: 4000, lines: true }) };
      }
    },
    afterToolCallback: async (call: AdkToolCallLike & { readonly result: object }): Promise<undefined> => {
      const { tool, toolContext, result } = call;
      const { functionCallId, invocationContext } = toolContext;
      if (functionCallId === undefined) return;
      unsaid.add(invocationContext, { id: functionCallId, name: tool.name, response: result });
      // the plugin of ADK has answered in the place of this one
      if (toolContext.toolConfirmation?.confirmed === false)
        await calls.refused(await hostFor(host, invocationContext.session, tool.name), toolContext);
    },
    onEventCallback: async (given: {
      readonly invocationContext: AdkInvocationLike;
      readonly event: object;
    }): Promise<undefined> => {
      await unsaid.beforeEvent(given.invocationContext, given.event);
    },
    afterRunCallback: async (given: { readonly invocationContext: AdkInvocationLike }): Promise<void> => {
      unsaid.forget(given.invocationContext);
      await endTurn(gate, await conversationOf(host, given.invocationContext.session));
    },
  };
  return Object.assign(Reflect.construct(BasePlugin, ['callgate']) as P, callbacks);
};
