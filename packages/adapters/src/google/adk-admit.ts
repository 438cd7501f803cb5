import type { Gate } from '@callgate/gate';
import type { Admission } from '../host/admit.ts';
import { admitNow } from '../host/admit.ts';
import { waitingApproval } from '../host/approvals.ts';
import type { HostOptions, ToolRequest } from '../host/host.ts';
import { inOrder } from '../host/in-order.ts';
import type { AdkToolLike } from './adk-shapes.ts';

/** `ask`: only the tool itself wants a confirmation; a policy that observes holds nothing. */
export type AdkAdmission = Admission | { readonly state: 'ask' };

/** The tool itself wants to be confirmed, whatever policy says. */
export const wantsPeople = async (
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
  const { key = '' } = request;
  if (people && (await waitingApproval(gate, host, key)) === undefined) {
    if (gate.policy.mode === 'observe') return { state: 'ask' };
    return await inOrder(gate, host, () => gate.hold(request));
  }
  const first = await inOrder(gate, host, () => gate.begin(request));
  return first.state === 'held' ? await admitNow(gate, request, signal) : first;
};
