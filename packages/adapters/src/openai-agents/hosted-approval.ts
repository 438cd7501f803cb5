import { CallgateError } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import { notRunError } from '../host/admit.ts';
import type { HostOptions } from '../host/host-options.ts';
import { requestOf, sessionOf } from '../host/host-options.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import { dropOldest, perGate } from '../host/per-gate.ts';
import type { UnwantedCallAction } from '../host/report-provider-calls.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { admitOrWait } from '../host/run-with-approval.ts';
import { settleHosted as settleCalls } from '../openai/settle-hosted.ts';
import type { McpCall } from '../openai/shapes.ts';
import type { InterruptionLike } from './shapes.ts';

/** For `onApproval` of `hostedMcpTool`. */
export type HostedApproval = (
  context: unknown,
  item: InterruptionLike,
) => Promise<{ approve: boolean; reason?: string }>;

interface HostedItem {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly server: string;
  /** Of the request that was approved, for a call that has run. */
  readonly request: string | undefined;
  readonly output: string | undefined;
  readonly error: unknown;
  readonly status: string | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A request or a call of a hosted MCP server. Undefined for everything else. */
const hostedItem = ({ rawItem }: InterruptionLike): HostedItem | undefined => {
  const raw = rawItem as Readonly<Record<string, unknown>>;
  const data = raw['providerData'];
  if (raw['type'] !== 'hosted_tool_call' || typeof data !== 'object' || data === null) return undefined;
  const said = data as Readonly<Record<string, unknown>>;
  const id = text(said['id']) ?? text(raw['id']);
  const name = text(said['name']);
  const server = text(said['server_label']);
  if (id === undefined || name === undefined || server === undefined) return undefined;
  return {
    type: text(said['type']) ?? text(raw['name']) ?? '',
    id,
    name,
    arguments: text(said['arguments']) ?? '{}',
    server,
    request: text(said['approval_request_id']),
    output: text(raw['output']),
    error: said['error'],
    status: text(raw['status']) ?? text(said['status']),
  };
};

/**
 * Answers for the gate when the provider asks whether it may call a tool of a hosted MCP server. `server` is the label of
 * that server. The answer must be yes or no, so a call that needs people waits here.
 */
export const hostedApproval =
  (gate: Gate, host: WaitingHostOptions): HostedApproval =>
  async (_context, item) => {
    const asked = hostedItem(item);
    if (asked === undefined || asked.server !== host.server)
      return {
        approve: false,
        reason: adapterMessages.notRun({ reason: adapterMessages.answers.serverUnknown }),
      };
    try {
      const request = requestOf(host, asked.name, parseStrict(asked.arguments), asked.id);
      const admission = await admitOrWait(gate, host, request);
      if (!isDispatchable(admission)) return { approve: false, reason: notRunError(admission).message };
      unstartedCallsOf(gate).keep(host, asked.id, admission, 'client');
      return { approve: true };
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return { approve: false, reason: adapterMessages.notRun({ reason: error.message }) };
    }
  };

const MOST = 10_000;
const reportedIn = perGate(() => new Set<string>());

/** A run that goes on brings its earlier items again. */
const isNew = (gate: Gate, host: HostOptions, { id }: HostedItem): boolean => {
  const known = reportedIn(gate);
  const name = JSON.stringify([sessionOf(host), host.server, id]);
  if (known.has(name)) return false;
  known.add(name);
  dropOldest(known, MOST);
  return true;
};

/** As the Responses API says it, which the SDK passes on. */
const callOf = (ran: HostedItem): McpCall => ({
  type: 'mcp_call',
  id: ran.id,
  server_label: ran.server,
  name: ran.name,
  arguments: ran.arguments,
  approval_request_id: ran.request ?? null,
  output: ran.output ?? null,
  error: ran.error,
  status: ran.status,
});

export interface SettleRunOptions {
  /** What to do where the provider ran something that should not have run. `throw` where nothing is said. */
  readonly unwanted?: UnwantedCallAction;
}

/**
 * Settles calls of a hosted server by what a run has brought (`result.newItems`), where they are what was let out. What
 * the provider ran without asking, or otherwise than it was let out, is recorded and raises labels. Call it after every
 * run. It finds what was let out in this process. Returns how many calls it has told the gate about.
 */
export const settleHosted = async (
  gate: Gate,
  host: HostOptions,
  items: readonly { readonly rawItem?: unknown }[],
  options: SettleRunOptions = {},
): Promise<number> => {
  const output = items.flatMap(({ rawItem }) => {
    if (typeof rawItem !== 'object' || rawItem === null) return [];
    const ran = hostedItem({ rawItem });
    const isOne = ran !== undefined && ran.type === 'mcp_call' && ran.server === host.server;
    return isOne && isNew(gate, host, ran) ? [callOf(ran)] : [];
  });
  return await settleCalls(gate, host, { output }, options);
};
