import type { Gate } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { admitNow } from '../host/admit.ts';
import type { HostOptions, ConversationRef, ToolRequest } from '../host/host-options.ts';
import { runInOrder } from '../host/run-in-order.ts';
import { rememberJoinedCall } from '../host/joined-calls.ts';
import type { AdkSessionLike, AdkToolLike } from './adk-shapes.ts';

/** Whose conversation it is: of one runner a conversation, or said for every session of a runner. */
export type AdkConversation =
  | ConversationRef
  | { readonly who: (session: AdkSessionLike) => ConversationRef | Promise<ConversationRef> };

export type AdkHost = Omit<HostOptions, keyof ConversationRef> &
  AdkConversation & {
    /** The server of a tool, where tools come from several. */
    readonly serverOf?: (tool: string) => string | undefined;
  };

export const conversationOf = async (host: AdkHost, session: AdkSessionLike): Promise<ConversationRef> =>
  'who' in host ? await host.who(session) : host;

/** The host as it is for one call. */
export const hostFor = async (host: AdkHost, session: AdkSessionLike, tool: string): Promise<HostOptions> => {
  const { principal, context } = await conversationOf(host, session);
  return { ...host, server: host.serverOf?.(tool) ?? host.server, principal, context };
};

/** `ask`: only the tool itself wants a confirmation; a policy that observes holds nothing. */
type AdkAdmission = Admission | { readonly state: 'ask' };

/** The tool itself wants to be confirmed, whatever policy says. */
export const isConfirmationRequired = async (
  tool: Pick<AdkToolLike, 'checkRequireConfirmation'>,
  { arguments: args }: ToolRequest,
): Promise<boolean> =>
  (await tool.checkRequireConfirmation?.(structuredClone(args) as Record<string, unknown>)) === true;

/** Asks the gate about a call, or comes back for it. `people`: it is put before them, whatever policy says. */
export const admitCall = async (
  gate: Gate,
  host: HostOptions,
  request: ToolRequest,
  people: boolean,
  signal: AbortSignal | undefined,
): Promise<AdkAdmission> => {
  if (people) {
    if (gate.policy.mode === 'observe') return { state: 'ask' };
    const held = rememberJoinedCall(
      gate,
      host,
      request,
      await runInOrder(gate, host, () => gate.hold(request)),
    );
    if (held.state !== 'held' || held.joined !== true) return held;
    const resumed = await gate.resume(held.ticket, request);
    return resumed.state === 'held' && resumed.waiting === 'slot'
      ? await admitNow(gate, request, signal)
      : resumed;
  }
  const begun = await runInOrder(gate, host, () => gate.begin(request));
  const first = rememberJoinedCall(gate, host, request, begun);
  return first.state === 'held' ? await admitNow(gate, request, signal) : first;
};
