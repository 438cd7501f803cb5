import type { ReportedTool, ReportedStatement, ToolsReport } from '@callgate/catalogue/report';
import { toolsReportHtml, toolsReportMarkdown, toolsReportTable } from '@callgate/catalogue/report';
import type { ServerRow, ToolDetail, ToolRow } from '@callgate/operations/tools';
import { serverKey, toolDetail } from '@callgate/operations/tools';
import type { TimeSpan, ToolUsage } from '@callgate/gate/store';
import { csvLine } from '@callgate/gate/audit';
import { getStoreAddress, canBeStore } from '@callgate/gate/store';
import { policyMessages } from '@callgate/messages/cli/policy';
import { openAuditLog } from '../audit/open-audit-log.ts';
import { openLineOutput } from '../show/line-output.ts';
import { now } from '../input/now.ts';
import type { HomeTools } from './home-tools.ts';
import { toolStatusWords } from './tool-list-text.ts';
import type { ReportFormat } from '../options/report-format.ts';

const useKey = (server: string, tool: string): string => JSON.stringify([server, tool]);

/** Cells of the report, which programs read: they do not follow the words of the list. */
const STANDING_CELLS = {
  disabled: 'disabled',
  keptOut: 'changed, kept out',
  loosened: 'changed, loosened',
  changed: 'changed',
  quarantined: 'quarantined',
  conflicting: 'claims conflict',
  malformed: 'malformed claims',
  unreviewed: 'undescribed',
  overridden: 'overridden',
  reviewed: 'reviewed',
  elsewhere: 'not configured here',
  inProcess: 'in process',
};

/** What the record says of the use of tools; undefined where there is no record. */
const useIn = async (path: string, span: TimeSpan): Promise<ReadonlyMap<string, ToolUsage> | undefined> => {
  if (!canBeStore(path)) return undefined;
  const { read, close } = await openAuditLog({ db: path });
  try {
    return new Map((await read.toolUse(span)).map((use) => [useKey(use.server, use.tool), use]));
  } finally {
    await close();
  }
};

/** What people said of it: in the console or by command, in the configuration, in lock files and packs. */
const wordsOf = ({ review, override, configured, digest }: ToolDetail): readonly ReportedStatement[] => [
  ...(review === null
    ? []
    : [
        {
          what: 'review',
          by: review.by,
          at: review.at,
          reason: review.reason,
          counts: review.definition === digest,
        } as const,
      ]),
  ...(override === null
    ? []
    : [
        {
          what: 'override',
          by: override.by,
          at: override.at,
          reason: override.reason,
          counts: override.definition === null || override.definition === digest,
        } as const,
      ]),
  ...configured.map(({ reason, review: made }) =>
    made === null
      ? ({ what: 'configured', by: null, at: null, reason, counts: true } as const)
      : ({ what: 'review', ...made, counts: true } as const),
  ),
];

const NEVER = { calls: 0, ran: 0, lastRanAt: null, asked: 0, refused: 0, blocked: 0, lapsed: 0 };

const reportTool = (
  detail: ToolDetail,
  server: ServerRow | undefined,
  uses: ReadonlyMap<string, ToolUsage> | undefined,
): ReportedTool => {
  const { state, trust } = server ?? detail;
  return {
    server: detail.server,
    identity: detail.identity,
    tool: detail.tool,
    title: detail.title,
    trust,
    reachable: detail.exposed === null ? 'no' : state === 'served' ? 'yes' : 'elsewhere',
    standing: toolStatusWords(detail, state, STANDING_CELLS),
    agent: detail.agentic === 'yes',
    hints: detail.hints,
    words: wordsOf(detail),
    outcomes: detail.outcomes,
    reason: detail.reason,
    use: uses === undefined ? null : (uses.get(useKey(detail.server, detail.tool)) ?? NEVER),
    digest: detail.digest,
  };
};

export interface ToolsReportOptions {
  readonly rows: readonly ToolRow[];
  readonly servers: ReadonlyMap<string, ServerRow>;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** The list an auditor asks for: the tools of these rows with who stands behind them and what they were used for. */
export const makeToolsReport = async (
  opened: Pick<HomeTools, 'config' | 'judge' | 'servers'>,
  wish: ToolsReportOptions,
): Promise<ToolsReport> => {
  const { since, until } = wish;
  const uses = await useIn(getStoreAddress(opened.config.store), {
    since: since ?? 0,
    until: until ?? Infinity,
  });
  const wanted = new Set(wish.rows.map((row) => JSON.stringify([serverKey(row), row.tool])));
  const tools = opened.servers.flatMap((known) =>
    known.tools
      .filter(({ name }) => wanted.has(JSON.stringify([serverKey(known), name])))
      .map((tool) =>
        reportTool(toolDetail(known, tool, opened.judge), wish.servers.get(serverKey(known)), uses),
      ),
  );
  return { policy: opened.judge.policy.name, since: since ?? null, until: until ?? null, tools };
};

export const writeToolsReport = async (
  report: ToolsReport,
  format: ReportFormat,
  out: string | undefined,
): Promise<void> => {
  const options = { title: policyMessages.tools.reportTitle, at: now().at };
  const output = await openLineOutput(out, format === 'csv' ? '\r\n' : '\n');
  try {
    if (format === 'csv') {
      const { head, rows } = toolsReportTable(report);
      for (const row of [head, ...rows]) await output.line(csvLine(row));
    } else
      await output.line(
        format === 'html' ? toolsReportHtml(report, options) : toolsReportMarkdown(report, options),
      );
  } finally {
    await output.close();
  }
};
