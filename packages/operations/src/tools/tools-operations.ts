import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { InventoryTool, ToolChange } from '@callgate/gateway/tools';
import { ContractFile, ViolationFile } from '@callgate/gateway/tools';
import type { ServerStatus } from '@callgate/gateway';
import { serverStatusText } from '@callgate/gateway';
import { toolErrors } from '@callgate/messages/errors/tool';
import { z } from 'zod';
import type { OperationCaller, Operations } from '../api/operation.ts';
import type {
  ChangeImpact,
  ServerUsage,
  ToolDetail,
  ToolRef,
  ToolRefWithReason,
  ToolsApi,
} from '../api/tools.ts';
import type { GateStatus } from '../api/status.ts';
import type { OperationParts } from '../operation-parts.ts';
import { defineChange, defineRead } from '../operation-table.ts';
import { readChangeImpact } from './read-change-impact.ts';
import type { ToolChangeWriter } from './apply-tool-decision.ts';
import { checkAgent, applyToolDecision } from './apply-tool-decision.ts';
import { toolDetail } from './tool-detail.ts';
import { ToolJudge } from './tool-judge.ts';
import type { KnownServer } from './known-servers.ts';
import { KnownServers, PinnedServers } from './known-servers.ts';
import type { ServerCondition } from './tool-rows.ts';
import { buildToolRows, serverRow, toolRow } from './tool-rows.ts';

const nameSchema = z.string().min(1).max(1024);
const refSchema = { server: nameSchema, identity: nameSchema, tool: nameSchema };
const refWithReasonSchema = { ...refSchema, reason: z.string().trim().min(1).max(2000) };
const answers = z.record(z.string().min(1).max(128), z.enum(['yes', 'no']));
const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const NO_USAGE: ServerUsage = { calls: 0, lastCallAt: null };

type ToolChangeInput = ToolChange extends infer C
  ? C extends ToolChange
    ? Omit<C, keyof ToolRef | 'by' | 'at' | 'reason'>
    : never
  : never;

/** Where the tools are that people look at and decide about: behind a gateway, or as they were last seen. */
export interface ToolsSource {
  readonly judge: ToolJudge;
  readonly servers: readonly KnownServer[];
  readonly clock: Clock;
  /** Records a decision of an operator. It is in the audit log before it is in force. */
  readonly changer: ToolChangeWriter;
  /** By server: how it is doing. */
  statuses(known: readonly KnownServer[]): Promise<ReadonlyMap<string, ServerStatus>>;
  /** By server: calls since midnight; undefined where the store cannot tell now. */
  usage(): Promise<ReadonlyMap<string, ServerUsage> | undefined>;
  /** Who feels a change; null where nobody can tell. */
  affectedBy(detail: ToolDetail): Promise<ChangeImpact | null>;
  /** Called after something was changed. */
  changed(): Promise<void>;
}

const findTool = (
  { servers }: ToolsSource,
  ref: ToolRef,
): { readonly known: KnownServer; readonly tool: InventoryTool } => {
  const known = servers.find(({ server, identity }) => server === ref.server && identity === ref.identity);
  const tool = known?.tools.find(({ name }) => name === ref.tool);
  if (known !== undefined && tool !== undefined) return { known, tool };
  throw new CallgateError(
    toolErrors.notListed({ server: display(ref.server, { max: 80 }), tool: display(ref.tool, { max: 80 }) }),
  );
};

const changeTool = async (
  source: ToolsSource,
  { server, identity, tool: name, reason }: ToolRefWithReason,
  { subject }: OperationCaller,
  kind: ToolChangeInput,
): Promise<ToolChange> => {
  const { tool } = findTool(source, { server, identity, tool: name });
  const said = { server, identity, tool: name, by: subject, at: source.clock.now(), reason };
  const change = { ...said, ...kind } as ToolChange;
  await applyToolDecision(source.changer, tool, source.judge.policy.hints, change);
  await source.changed();
  return change;
};

/** The tools of a running gateway, and those that were last seen elsewhere on this machine. */
export class GatewayTools implements ToolsSource {
  readonly #parts: OperationParts;
  readonly #findGates: GateFinder;
  readonly #servers: KnownServers;
  readonly changer: ToolChangeWriter;
  readonly clock: Clock;
  #judge: ToolJudge | undefined;

  constructor(parts: OperationParts, findGates: GateFinder) {
    const { gateway, home, clock } = parts;
    const pinned = new PinnedServers(gateway.folder);
    this.#parts = parts;
    this.#findGates = findGates;
    this.#servers = new KnownServers({
      pinned,
      operator: gateway.operator,
      violations: new ViolationFile(gateway.folder),
      contracts: new ContractFile(home.folder),
    });
    this.clock = clock;
    this.changer = {
      operator: gateway.operator,
      pins: pinned.book,
      record: (act) => gateway.gate.acted(act),
    };
  }

  get judge(): ToolJudge {
    const { gateway, clock } = this.#parts;
    const { policy } = gateway.gate;
    if (this.#judge?.policy !== policy)
      this.#judge = new ToolJudge(policy, () => {
        const at = clock.now();
        return { at, offsetMinutes: -new Date(at).getTimezoneOffset() };
      });
    return this.#judge;
  }

  get servers(): readonly KnownServer[] {
    const { policy } = this.judge;
    return this.#servers.all(this.#parts.gateway.catalogue.stock(), policy.hints, policy.revision);
  }

  /** In this process or in another of the same home. */
  async statuses(known: readonly KnownServer[]): Promise<ReadonlyMap<string, ServerStatus>> {
    const { gateway, home } = this.#parts;
    const isAlone = known.every(({ state }) => state !== 'elsewhere');
    const others = isAlone ? [] : await this.#findGates(home.folder);
    return new Map(
      [...others.flatMap(({ servers = [] }) => servers), ...gateway.servers()].map((status) => [
        status.server,
        status,
      ]),
    );
  }

  async usage(): Promise<ReadonlyMap<string, ServerUsage> | undefined> {
    const until = this.clock.now() + 1;
    const since = new Date(until).setHours(0, 0, 0, 0);
    const found = new Map<string, ServerUsage>();
    try {
      for (const used of await this.#parts.gateway.gate.desk.read.toolUse({ since, until })) {
        const { calls, lastCallAt } = found.get(used.server) ?? NO_USAGE;
        found.set(used.server, {
          calls: calls + used.calls,
          lastCallAt: Math.max(lastCallAt ?? 0, used.lastCalledAt),
        });
      }
      return found;
    } catch {
      // the page shows how servers are doing also while the database is away
      return undefined;
    }
  }

  affectedBy(detail: ToolDetail): Promise<ChangeImpact | null> {
    return readChangeImpact(this.#parts.gateway.gate.desk.read, detail, this.clock.now());
  }

  async changed(): Promise<void> {
    await this.#parts.gateway.lookAgain();
    this.#parts.tell({ type: 'changed', what: 'tools' });
  }
}

/** What every live process of a folder says of itself. */
type GateFinder = (folder: string) => Promise<readonly GateStatus[]>;

export const toolsOperations = (source: ToolsSource): Operations<ToolsApi> => {
  return {
    'tools.list': defineRead('viewer', z.strictObject({}), async () => {
      const { judge, servers } = source;
      const { policy } = judge;
      const rows = await buildToolRows(servers, judge);
      const statuses = await source.statuses(servers);
      const usage = await source.usage();
      const conditionOf = ({ server }: KnownServer): ServerCondition => {
        const health = statuses.get(server) ?? null;
        return {
          status: health === null ? null : serverStatusText(health, source.clock.now()),
          health,
          usage: usage === undefined ? null : (usage.get(server) ?? NO_USAGE),
        };
      };
      return {
        policy: { name: policy.name, mode: policy.mode },
        customHints: policy.hints.map(({ name, relaxing, ...hint }) => ({
          name,
          relaxing,
          default: hint.default,
        })),
        servers: servers.map((known, at) => serverRow(known, rows[at] ?? [], conditionOf(known))),
        tools: rows.flat(),
      };
    }),
    'tools.show': defineRead('viewer', z.strictObject(refSchema), async (ref) => {
      const { known, tool } = findTool(source, ref);
      const detail = toolDetail(known, tool, source.judge);
      return detail.drift === null ? detail : { ...detail, affected: await source.affectedBy(detail) };
    }),
    'tools.enable': defineChange(
      'operator',
      z.strictObject({ ...refWithReasonSchema, agent: z.boolean() }),
      async ({ agent, ...ref }, caller) => {
        const { known, tool } = findTool(source, ref);
        checkAgent(toolRow(known, tool, source.judge).agentic, agent);
        return await changeTool(source, ref, caller, { change: 'enable' });
      },
    ),
    'tools.disable': defineChange('operator', z.strictObject(refWithReasonSchema), (ref, caller) =>
      changeTool(source, ref, caller, { change: 'disable' }),
    ),
    'tools.override': defineChange(
      'operator',
      z.strictObject({ ...refWithReasonSchema, set: answers, bound: sha.nullable() }),
      ({ set, bound, ...ref }, caller) =>
        changeTool(source, ref, caller, {
          change: 'override',
          set,
          ...(bound === null ? {} : { definition: bound }),
        }),
    ),
    'tools.clearOverride': defineChange('operator', z.strictObject(refWithReasonSchema), (ref, caller) =>
      changeTool(source, ref, caller, { change: 'clear-override' }),
    ),
    'tools.review': defineChange(
      'operator',
      z.strictObject({ ...refWithReasonSchema, set: answers, definition: sha }),
      ({ set, definition, ...ref }, caller) =>
        changeTool(source, ref, caller, { change: 'review', set, definition }),
    ),
    'tools.clearReview': defineChange('operator', z.strictObject(refWithReasonSchema), (ref, caller) =>
      changeTool(source, ref, caller, { change: 'clear-review' }),
    ),
    'tools.accept': defineChange(
      'operator',
      z.strictObject({ ...refWithReasonSchema, definition: sha }),
      ({ definition, ...ref }, caller) => changeTool(source, ref, caller, { change: 'accept', definition }),
    ),
    'tools.keepOut': defineChange(
      'operator',
      z.strictObject({ ...refWithReasonSchema, definition: sha }),
      ({ definition, ...ref }, caller) => changeTool(source, ref, caller, { change: 'keep-out', definition }),
    ),
  };
};
