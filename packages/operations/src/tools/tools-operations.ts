import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import type { StockedTool, ToolChange } from '@callgate/gateway/tools';
import { serverStatusText } from '@callgate/gateway';
import { z } from 'zod';
import type { Caller, Operations } from '../api/operation.ts';
import type { ReasonedRef, ToolRef, ToolsApi } from '../api/tools.ts';
import { MAX_ARGS } from '../api/tools.ts';
import type { OperationParts } from '../operation-parts.ts';
import { changeBy, readBy } from '../operation-table.ts';
import { liveGates } from '../socket/connect-operations.ts';
import { affectedBy } from './affected.ts';
import { checkAgent, decideTool } from './changes.ts';
import { toolDetail } from './detail.ts';
import { Judge } from './judge.ts';
import type { KnownServer } from './known-servers.ts';
import { KnownServers, PinnedServers } from './known-servers.ts';
import { rowsInTurn, serverRow, toolRow } from './rows.ts';

const nameSchema = z.string().min(1).max(1024);
const refSchema = { server: nameSchema, identity: nameSchema, tool: nameSchema };
const reasoned = { ...refSchema, reason: z.string().trim().min(1).max(2000) };
const strength = z.enum(['none', 'possible', 'known']);
const answers = z.record(z.string().min(1).max(128), z.enum(['yes', 'no']));
const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const argumentsOf = (text: string): JsonObject => {
  const value = parseStrict(text.trim() === '' ? '{}' : text);
  if (!isJsonObject(value))
    throw new CallgateError('TOOL_ARGUMENTS', 'arguments are an object', { help: 'write {"name": "value"}' });
  return receiveArguments(value).arguments;
};

type Kind = ToolChange extends infer C
  ? C extends ToolChange
    ? Omit<C, keyof ToolRef | 'by' | 'at' | 'reason'>
    : never
  : never;

/** What the handlers have in common. */
class ToolsPage {
  readonly #parts: OperationParts;
  readonly #pinned: PinnedServers;
  readonly #servers: KnownServers;
  #judge: Judge | undefined;

  constructor(parts: OperationParts) {
    this.#parts = parts;
    this.#pinned = new PinnedServers(parts.home.folder);
    this.#servers = new KnownServers({ pinned: this.#pinned, operator: parts.gateway.operator });
  }

  get judge(): Judge {
    const { gateway, clock } = this.#parts;
    const { policy } = gateway.gate;
    if (this.#judge?.policy !== policy)
      this.#judge = new Judge(policy, () => {
        const at = clock.now();
        return { at, offsetMinutes: -new Date(at).getTimezoneOffset() };
      });
    return this.#judge;
  }

  get servers(): readonly KnownServer[] {
    const { policy } = this.judge;
    return this.#servers.all(this.#parts.gateway.catalogue.stock(), policy.hints, policy.revision);
  }

  find(ref: ToolRef): { readonly known: KnownServer; readonly tool: StockedTool } {
    const known = this.servers.find(
      ({ server, identity }) => server === ref.server && identity === ref.identity,
    );
    const tool = known?.tools.find(({ name }) => name === ref.tool);
    if (known !== undefined && tool !== undefined) return { known, tool };
    throw new CallgateError(
      'TOOL_UNKNOWN',
      `there is no tool \`${display(ref.tool, { max: 80 })}\` of ${display(ref.server, { max: 80 })} here`,
      { help: 'its server may list it no longer' },
    );
  }

  async change(ref: ReasonedRef, { subject }: Caller, kind: Kind): Promise<null> {
    const { gateway, clock } = this.#parts;
    const { server, identity, tool: name, reason } = ref;
    const { tool } = this.find(ref);
    const change = {
      server,
      identity,
      tool: name,
      reason,
      by: subject,
      at: clock.now(),
      ...kind,
    } as ToolChange;
    await decideTool(
      { operator: gateway.operator, pins: this.#pinned.book, record: (act) => gateway.gate.acted(act) },
      tool,
      this.judge.policy.hints,
      change,
    );
    await gateway.lookAgain();
    this.#parts.tell({ type: 'changed', what: 'tools' });
    return null;
  }
}

/** By server: how it is doing, in this process or in another of the same home. */
const serverStatuses = async (
  { gateway, home, clock }: OperationParts,
  known: readonly KnownServer[],
): Promise<ReadonlyMap<string, string>> => {
  const isAlone = known.every(({ state }) => state !== 'elsewhere');
  const others = isAlone ? [] : await liveGates(home.folder);
  return new Map(
    [...others.flatMap(({ servers = [] }) => servers), ...gateway.servers()].map((status) => [
      status.server,
      serverStatusText(status, clock.now()),
    ]),
  );
};

export const toolsOperations = (parts: OperationParts): Operations<ToolsApi> => {
  const page = new ToolsPage(parts);
  return {
    'tools.list': readBy('viewer', z.strictObject({}), async () => {
      const { judge, servers } = page;
      const { policy } = judge;
      const rows = await rowsInTurn(servers, judge);
      const statuses = await serverStatuses(parts, servers);
      return {
        policy: { name: policy.name, mode: policy.mode },
        customHints: policy.hints.map(({ name, relaxing, ...hint }) => ({
          name,
          relaxing,
          default: hint.default,
        })),
        servers: servers.map((known, at) =>
          serverRow(known, rows[at] ?? [], statuses.get(known.server) ?? null),
        ),
        tools: rows.flat(),
      };
    }),
    'tools.show': readBy('viewer', z.strictObject(refSchema), async (ref) => {
      const { known, tool } = page.find(ref);
      const detail = toolDetail(known, tool, page.judge);
      if (detail.drift === null) return detail;
      const { read } = parts.gateway.gate.desk;
      return { ...detail, affected: await affectedBy(read, detail, parts.clock.now()) };
    }),
    'tools.try': readBy(
      'viewer',
      z.strictObject({
        ...refSchema,
        args: z.string().max(MAX_ARGS),
        labels: z.strictObject({ private: strength, untrusted: strength }),
        words: z.boolean(),
        proven: z.boolean(),
      }),
      async ({ args, labels, words, proven, ...ref }) => {
        const { tool } = page.find(ref);
        return page.judge.try(tool.traced(), { args: argumentsOf(args), labels, words, proven });
      },
    ),
    'tools.enable': changeBy(
      'operator',
      z.strictObject({ ...reasoned, agent: z.boolean() }),
      async ({ agent, ...ref }, caller) => {
        const { known, tool } = page.find(ref);
        checkAgent(toolRow(known, tool, page.judge).agentic, agent);
        return await page.change(ref, caller, { change: 'enable' });
      },
    ),
    'tools.disable': changeBy('operator', z.strictObject(reasoned), (ref, caller) =>
      page.change(ref, caller, { change: 'disable' }),
    ),
    'tools.override': changeBy(
      'operator',
      z.strictObject({ ...reasoned, set: answers, bound: sha.nullable() }),
      ({ set, bound, ...ref }, caller) =>
        page.change(ref, caller, {
          change: 'override',
          set,
          ...(bound === null ? {} : { definition: bound }),
        }),
    ),
    'tools.clearOverride': changeBy('operator', z.strictObject(reasoned), (ref, caller) =>
      page.change(ref, caller, { change: 'clear-override' }),
    ),
    'tools.review': changeBy(
      'operator',
      z.strictObject({ ...reasoned, set: answers, definition: sha }),
      ({ set, definition, ...ref }, caller) =>
        page.change(ref, caller, { change: 'review', set, definition }),
    ),
    'tools.clearReview': changeBy('operator', z.strictObject(reasoned), (ref, caller) =>
      page.change(ref, caller, { change: 'clear-review' }),
    ),
    'tools.accept': changeBy(
      'operator',
      z.strictObject({ ...reasoned, definition: sha }),
      ({ definition, ...ref }, caller) => page.change(ref, caller, { change: 'accept', definition }),
    ),
    'tools.keepOut': changeBy(
      'operator',
      z.strictObject({ ...reasoned, definition: sha }),
      ({ definition, ...ref }, caller) => page.change(ref, caller, { change: 'keep-out', definition }),
    ),
  };
};
