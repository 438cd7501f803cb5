import type { HintName, Outcome } from '@callgate/core';
import { HINT_NAMES, own } from '@callgate/core';
import { findChains } from '../chains/find-chains.ts';
import type { Finding } from '../finding.ts';
import { lintServer } from '../lint/lint-server.ts';
import type { ListedServer } from '../listed.ts';
import { poisonFindings } from '../poison/poison-findings.ts';
import { doubtsOf } from './doubts.ts';
import type { FailedServer, ScanReport, ScannedServer, ScannedTool } from './report.ts';
import type { ScannedPreset } from '../scanned-presets.ts';
import { SCANNED_PRESETS } from '../scanned-presets.ts';
import { scanTool } from './scan-tool.ts';
import { verdictOf } from './verdict.ts';

const SPECIFIED: readonly HintName[] = ['readOnly', 'destructive', 'idempotent', 'openWorld'];

const claims = ({ claims: made }: ScannedTool, hint: HintName): boolean =>
  made.some((claim) => claim.hint === hint);

const coverageOf = (tools: readonly ScannedTool[]): ScannedServer['coverage'] => {
  const hints = Object.fromEntries(
    HINT_NAMES.map((hint) => [hint, tools.filter((tool) => claims(tool, hint)).length] as const),
  ) as Record<HintName, number>;
  const all = tools.filter((tool) => SPECIFIED.every((hint) => claims(tool, hint))).length;
  return { tools: tools.length, all, hints };
};

const outcomesOf = (tools: readonly ScannedTool[]): ScannedServer['outcomes'] =>
  Object.fromEntries(
    SCANNED_PRESETS.map((preset) => {
      const counts: Record<Outcome, number> = { auto: 0, confirm: 0, block: 0 };
      for (const { outcome } of tools) counts[outcome[preset]] += 1;
      return [preset, counts] as const;
    }),
  ) as Record<ScannedPreset, Readonly<Record<Outcome, number>>>;

const scanServer = (server: ListedServer, findings: readonly Finding[]): ScannedServer => {
  const byTool = Map.groupBy(findings, ({ tool }) => tool);
  const tools = server.tools.map((definition) => {
    const name = own(definition, 'name');
    return scanTool(server, definition, typeof name === 'string' ? (byTool.get(name) ?? []) : []);
  });
  const scanned = {
    name: server.server,
    trust: server.trust,
    from: server.from,
    coverage: coverageOf(tools),
    outcomes: outcomesOf(tools),
    tools,
    findings: byTool.get(null) ?? [],
  };
  return { ...scanned, verdict: verdictOf(scanned) };
};

const failedServer = ({ name, trust, from, problem }: FailedServer): ScannedServer => ({
  name,
  trust,
  from,
  coverage: coverageOf([]),
  outcomes: outcomesOf([]),
  tools: [],
  findings: [],
  verdict: 'It could not be looked at.',
  problem,
});

const at = ({ tool, path }: Finding): string => JSON.stringify([tool, path]);

/** What is missing is counted by the coverage; one line for each would hide what matters. */
const FOR_AUTHORS = { 'hints/incomplete': 'off', 'text/title-missing': 'off' } as const;

/** What operators and authors are told of the claims; where it is the same, operators have the better sentence. */
const aboutClaims = (server: ListedServer): readonly Finding[] => {
  const doubts = doubtsOf(server);
  const told = new Set(doubts.map(at));
  const linted = lintServer(server, { rules: FOR_AUTHORS }).filter(
    (finding) => finding.rule !== 'hints/contradicted' || !told.has(at(finding)),
  );
  return [...doubts, ...linted];
};

export interface ScanOptions {
  /** Servers that were to be looked at and could not be. */
  readonly failed?: readonly FailedServer[];
  /** What was noticed while the lists were read. */
  readonly findings?: readonly Finding[];
}

/** Looks at everything these servers list, each by itself and all together. Calls nothing. */
export const scan = (
  servers: readonly ListedServer[],
  { failed = [], findings: told = [] }: ScanOptions = {},
): ScanReport => {
  const findings = [...poisonFindings(servers), ...servers.flatMap(aboutClaims), ...told];
  const byServer = Map.groupBy(findings, ({ server }) => server);
  return {
    v: 1,
    servers: [
      ...servers.map((server) => scanServer(server, byServer.get(server.server) ?? [])),
      ...failed.map(failedServer),
    ],
    chains: findChains(servers),
  };
};
