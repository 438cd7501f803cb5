import type { Json } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import type { UpstreamResponse, Dispatchable, Gate, DispatchResult } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { UnknownMembers, ConversationRef } from '../host/host-options.ts';
import { toJson, digestOf, isObject } from '../host/host-options.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import type { ProviderCall, UnwantedCallAction } from '../host/report-provider-calls.ts';
import { RESULT_NOT_SEEN, reportProviderCalls } from '../host/report-provider-calls.ts';
import { parseRunArguments } from './answer-approvals.ts';
import type { McpApprovalResponse, McpCall, ResponseLike } from './shapes.ts';
import { isMcpCall } from './shapes.ts';

const UNFINISHED: ReadonlySet<string> = new Set(['in_progress', 'incomplete', 'calling']);

const isUnfinished = ({ status }: McpCall): boolean => UNFINISHED.has(status ?? 'completed');

const answerOf = ({ output, error }: McpCall): UpstreamResponse => {
  const failed = error !== undefined && error !== null;
  return {
    type: 'result',
    result: toJson(failed ? { error } : output),
    ...(failed ? { isError: true } : {}),
  };
};

const dispatchResultOf = (call: McpCall): DispatchResult =>
  isUnfinished(call) ? { type: 'unknown', message: adapterMessages.outcome.providerStopped } : answerOf(call);

/** What ran is what was let out, value by value. */
const isSame = (begun: Dispatchable, call: McpCall): boolean => {
  const args = parseRunArguments(call.arguments);
  return (
    isJsonObject(args) &&
    begun.server === call.server_label &&
    begun.target === call.name &&
    begun.argumentsDigest === digestOf({ arguments: args })
  );
};

const providerCallOf = (call: McpCall): ProviderCall => ({
  server: call.server_label,
  name: call.name,
  input: parseRunArguments(call.arguments) ?? { unreadable: call.arguments },
  answer: isUnfinished(call) ? RESULT_NOT_SEEN : answerOf(call),
});

/** Tools of OpenAI that it runs by itself, and what of an item says what they did. */
const HOSTED: Readonly<
  Record<string, { readonly name: string; readonly input: string; readonly result: string }>
> = {
  web_search_call: { name: 'web_search', input: 'action', result: 'results' },
  file_search_call: { name: 'file_search', input: 'queries', result: 'results' },
  code_interpreter_call: { name: 'code_interpreter', input: 'code', result: 'outputs' },
  image_generation_call: { name: 'image_generation', input: 'revised_prompt', result: 'status' },
};

/** Calls that the host answers itself, or that are read elsewhere. Every other one was made by the provider. */
const HOSTS_OWN: ReadonlySet<string> = new Set(
  'function_call custom_tool_call mcp_call computer_call local_shell_call apply_patch_call'.split(' '),
);

/** A shell in the provider's container is the provider's; any other is the host's to run. So it is with searches for tools. */
const isHostCall = (type: string, item: UnknownMembers): boolean => {
  if (type === 'shell_call') {
    const { environment } = item;
    return !(isObject(environment) && String(environment['type']).startsWith('container'));
  }
  return type === 'tool_search_call' ? item['execution'] === 'client' : HOSTS_OWN.has(type);
};

/** What is not known by name is reported as it stands, of a tool that nobody has described. */
const otherOf = (type: string, item: UnknownMembers): ProviderCall | undefined => {
  if (isHostCall(type, item) || !(type.endsWith('_call') || type === 'program')) return undefined;
  const { id: _, status: __, ...rest } = item;
  return { server: 'openai', name: type.replace(/_call$/, ''), input: toJson(rest), answer: RESULT_NOT_SEEN };
};

const hostedOf = (item: unknown): ProviderCall | undefined => {
  if (!isObject(item)) return undefined;
  const type = String(item['type']);
  const known = Object.hasOwn(HOSTED, type) ? HOSTED[type] : undefined;
  if (known === undefined) return otherOf(type, item);
  const member = (key: string): Json => toJson(item[key] ?? null);
  const result = member(known.result);
  return {
    server: 'openai',
    name: known.name,
    input: { [known.input]: member(known.input) },
    answer: result === null ? RESULT_NOT_SEEN : { type: 'result', result: { [known.result]: result } },
  };
};

export interface SettleHostedOptions {
  /** The answers that were sent with the request. What was approved in them and did not come back is unknown. */
  readonly sent?: readonly McpApprovalResponse[];
  /** What to do where the provider ran something that should not have run. `throw` where nothing is said. */
  readonly unwanted?: UnwantedCallAction;
}

/** What was approved and does not stand in the response: perhaps it ran. */
const settleMissing = async (
  gate: Gate,
  who: ConversationRef,
  sent: readonly McpApprovalResponse[],
): Promise<void> => {
  for (const { approve, approval_request_id: id } of sent) {
    const begun = approve ? unstartedCallsOf(gate).takeFromClient(who, id) : undefined;
    if (begun !== undefined)
      await gate.settle(begun, {
        type: 'unknown',
        message: adapterMessages.outcome.providerSilent,
      });
  }
};

/**
 * Settles what the provider ran with an approval, by the `mcp_call` items of its next response, and reports what it ran
 * without asking. Call it once for every response, before anything of it is used; with no response where the request
 * failed. Returns how many calls there were.
 */
export const settleHosted = async (
  gate: Gate,
  who: ConversationRef,
  response: ResponseLike | undefined,
  { sent = [], unwanted = 'throw' }: SettleHostedOptions = {},
): Promise<number> => {
  const pending = unstartedCallsOf(gate);
  const reports: ProviderCall[] = [];
  const changed: string[] = [];
  let settled = 0;
  for (const item of (response?.output ?? []) as readonly unknown[]) {
    const hosted = hostedOf(item);
    if (hosted !== undefined) reports.push(hosted);
    if (!isMcpCall(item)) continue;
    const id = item.approval_request_id ?? undefined;
    const begun = id === undefined ? undefined : pending.takeFromClient(who, id);
    if (begun === undefined) {
      reports.push(providerCallOf(item));
    } else if (isSame(begun, item)) {
      await gate.settle(begun, dispatchResultOf(item));
      settled += 1;
    } else {
      await gate.settle(begun, {
        type: 'unknown',
        message: adapterMessages.outcome.providerChanged,
      });
      changed.push(begun.call);
      reports.push(providerCallOf(item));
    }
  }
  await settleMissing(gate, who, sent);
  const reported = await reportProviderCalls(gate, who, reports, changed.length > 0 ? 'tell' : unwanted);
  if (changed.length > 0) {
    const text = adapterErrors.providerChanged();
    await gate.tell({ code: text.code, message: text.message });
    throw new CallgateError(text);
  }
  return settled + reported;
};
