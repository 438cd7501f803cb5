import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, parseStrict, receiveArguments } from '@callgate/core';
import type { StockedTool, ToolChange } from '@callgate/gateway';
import { serverStatusText } from '@callgate/gateway';
import type { Caller, Handlers } from '../api/operation.ts';
import type { ReasonedRef, ToolRef, ToolsApi } from '../api/tools.ts';
import type { OperationParts } from '../operation-parts.ts';
import { liveGates } from '../socket/connect-operations.ts';
import { affectedBy } from './affected.ts';
import { checkAgent, decideTool } from './changes.ts';
import { toolDetail } from './detail.ts';
import { Judge } from './judge.ts';
import type { KnownServer } from './known-servers.ts';
import { KnownServers, PinnedServers } from './known-servers.ts';
import { rowsInTurn, serverRow, toolRow } from './rows.ts';

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

export const toolsHandlers = (parts: OperationParts): Handlers<ToolsApi> => {
  const page = new ToolsPage(parts);
  return {
    'tools.list': async () => {
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
    },
    'tools.show': async (ref) => {
      const { known, tool } = page.find(ref);
      const detail = toolDetail(known, tool, page.judge);
      if (detail.drift === null) return detail;
      const { read } = parts.gateway.gate.desk;
      return { ...detail, affected: await affectedBy(read, detail, parts.clock.now()) };
    },
    'tools.try': async ({ args, labels, words, proven, ...ref }) => {
      const { tool } = page.find(ref);
      return page.judge.try(tool.traced(), { args: argumentsOf(args), labels, words, proven });
    },
    'tools.enable': async ({ agent, ...ref }, caller) => {
      const { known, tool } = page.find(ref);
      checkAgent(toolRow(known, tool, page.judge).agentic, agent);
      return await page.change(ref, caller, { change: 'enable' });
    },
    'tools.disable': (ref, caller) => page.change(ref, caller, { change: 'disable' }),
    'tools.override': ({ set, bound, ...ref }, caller) =>
      page.change(ref, caller, {
        change: 'override',
        set,
        ...(bound === null ? {} : { definition: bound }),
      }),
    'tools.clearOverride': (ref, caller) => page.change(ref, caller, { change: 'clear-override' }),
    'tools.review': ({ set, definition, ...ref }, caller) =>
      page.change(ref, caller, { change: 'review', set, definition }),
    'tools.clearReview': (ref, caller) => page.change(ref, caller, { change: 'clear-review' }),
    'tools.accept': ({ definition, ...ref }, caller) =>
      page.change(ref, caller, { change: 'accept', definition }),
    'tools.keepOut': ({ definition, ...ref }, caller) =>
      page.change(ref, caller, { change: 'keep-out', definition }),
  };
};
