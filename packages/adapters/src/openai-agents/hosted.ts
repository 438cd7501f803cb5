import { CallgateError, parseStrict } from '@callgate/core';
import type { Answer, Gate } from '@callgate/gate';
import { isBegun, notNow } from '../host/admit.ts';
import type { HostOptions } from '../host/host.ts';
import { requestOf, sessionOf } from '../host/host.ts';
import { pendingOf } from '../host/pending.ts';
import type { HoldingHost } from '../host/run-held.ts';
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
  };
};

/** No timer of Node is longer. */
const LONGEST = 2 ** 31 - 1;

/**
 * Answers for the gate when the provider asks whether it may call a tool of a hosted MCP server. `server` is the label of
 * that server. The answer must be yes or no, so a call that needs people waits here.
 */
export const hostedApproval =
  (gate: Gate, host: HoldingHost): HostedApproval =>
  async (_context, item) => {
    const asked = hostedItem(item);
    if (asked === undefined || asked.server !== host.server)
      return { approve: false, reason: 'not run: the gate does not know this server' };
    try {
      const request = requestOf(host, asked.name, parseStrict(asked.arguments), asked.id);
      const first = await gate.begin(request);
      const admission =
        first.state === 'held'
          ? await gate.waitFor(first, request, { withinMs: Math.min(host.waitMs ?? LONGEST, LONGEST) })
          : first;
      if (!isBegun(admission)) return { approve: false, reason: notNow(admission).message };
      pendingOf(gate).keep(host, asked.id, admission, 'client');
      return { approve: true };
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return { approve: false, reason: `not run: ${error.message}` };
    }
  };

const answerOf = ({ output, error }: HostedItem): Answer =>
  error === undefined || error === null
    ? { type: 'result', result: output ?? null }
    : { type: 'result', result: JSON.stringify(error), isError: true };

const MOST = 10_000;
const reported = new WeakMap<Gate, Set<string>>();

/** A run that goes on brings its earlier items again; what is reported to the gate has no key. */
const isNew = (gate: Gate, host: HostOptions, { id }: HostedItem): boolean => {
  const known = reported.get(gate) ?? new Set<string>();
  reported.set(gate, known);
  const name = JSON.stringify([sessionOf(host), host.server, id]);
  if (known.has(name)) return false;
  known.add(name);
  for (const oldest of known) {
    if (known.size <= MOST) break;
    known.delete(oldest);
  }
  return true;
};

const reportRun = async (gate: Gate, host: HostOptions, ran: HostedItem): Promise<1> => {
  const request = requestOf(host, ran.name, parseStrict(ran.arguments), ran.id);
  const recorded = await gate.report(request, answerOf(ran));
  if ('answer' in recorded) return 1;
  throw new CallgateError(recorded.code, `a hosted tool ran: ${recorded.reasons.join('; ')}`, {
    help: 'drop this turn; it has no place in the record',
  });
};

/**
 * Settles calls of a hosted server by what a run has brought (`result.newItems`). What the provider ran without asking is
 * recorded and raises labels. Call it after every run. It finds what was let out in this process. Returns how many calls
 * it has told the gate about.
 */
export const settleHosted = async (
  gate: Gate,
  host: HostOptions,
  items: readonly { readonly rawItem?: unknown }[],
): Promise<number> => {
  let told = 0;
  for (const { rawItem } of items) {
    if (typeof rawItem !== 'object' || rawItem === null) continue;
    const ran = hostedItem({ rawItem });
    if (ran === undefined || ran.type !== 'mcp_call' || ran.server !== host.server) continue;
    if (ran.request === undefined) {
      if (isNew(gate, host, ran)) told += await reportRun(gate, host, ran);
      continue;
    }
    const begun = pendingOf(gate).takeFromClient(host, ran.request);
    if (begun === undefined) continue;
    await gate.settle(begun.dispatchable, answerOf(ran));
    told += 1;
  }
  return told;
};
