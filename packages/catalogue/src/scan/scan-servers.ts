import type { HintName, Outcome, JsonObject } from '@callgate/core';
import { HINT_NAMES, getOwn } from '@callgate/core';
import { sealTool } from '@callgate/core/disclose';
import type { AcceptedCounts } from '@callgate/messages/catalogue/if-accepted';
import { scanReportMessages } from '@callgate/messages/catalogue/scan-report';
import { findChains } from '../chains/find-chains.ts';
import type { ScannedPreset } from '../claim-decider.ts';
import { presetDecider, SCANNED_PRESETS } from '../claim-decider.ts';
import type { Finding } from '../finding.ts';
import { lintServer } from '../lint/lint-server.ts';
import type { ListedServer } from '../listed-server.ts';
import { findPoison } from '../poison/find-poison.ts';
import { prefillAnswers } from '../suggest/prefill-answers.ts';
import { analyzeTool } from '../suggest/analyze-tool.ts';
import { findDoubtfulClaims } from './find-doubtful-claims.ts';
import type { FailedServer, ScanReport, ScannedServer, ScannedTool } from './scan-report.ts';

const textOr = (definition: JsonObject, key: string): string | null => {
  const value = getOwn(definition, key);
  return typeof value === 'string' ? value : null;
};

/** Everything that can be said of one tool without calling it. */
const scanTool = (
  server: ListedServer,
  definition: JsonObject,
  findings: readonly Finding[],
): ScannedTool => {
  const { tool, disclosure, suggestions } = analyzeTool(server, definition);
  const { beliefs, claims, conflicts, malformed } = disclosure;
  const outcome = Object.fromEntries(
    SCANNED_PRESETS.map((preset) => [preset, presetDecider(preset).decide(tool).outcome] as const),
  ) as Record<ScannedPreset, Outcome>;
  return {
    name: textOr(definition, 'name') ?? '',
    title: tool.claims.details.title ?? textOr(definition, 'title'),
    description: textOr(definition, 'description'),
    definition: tool.definition,
    claims,
    malformed,
    beliefs,
    conflicts,
    suggestions,
    findings,
    outcome,
  };
};

type ServerAssessment = Omit<ScannedServer, 'verdict' | 'problem'>;

const can = (hint: HintName, { beliefs, suggestions }: ScannedTool): boolean => {
  const belief = beliefs[hint];
  return suggestions[hint]?.value === 'yes' || (belief?.value === 'yes' && belief.ground !== 'default');
};

const isChange = ({ suggestions, beliefs }: ScannedTool): boolean =>
  suggestions.readOnly?.value === 'no' ||
  (beliefs['readOnly']?.value === 'no' && beliefs['readOnly'].ground !== 'default');

/** What the tools of a server can do, whether or not anything was found: a list without findings is not harmless. */
const abilitiesOf = (tools: readonly ScannedTool[]): string => {
  const counts = {
    secrets: tools.filter((tool) => can('secret', tool)).length,
    personal: tools.filter((tool) => can('sensitiveData', tool)).length,
    untrusted: tools.filter((tool) => can('unsafeOutput', tool)).length,
    changes: tools.filter(isChange).length,
    destroys: tools.filter((tool) => can('destructive', tool)).length,
    outside: tools.filter((tool) => can('openWorld', tool)).length,
    unknown: tools.filter(
      (tool) => tool.suggestions.readOnly === undefined && tool.beliefs['readOnly']?.ground === 'default',
    ).length,
  };
  return scanReportMessages.verdict.abilities(counts);
};

/** What would run and what would ask under `balanced` with every suggestion that is sure enough accepted. */
const ifAccepted = (server: ListedServer): AcceptedCounts => {
  const decider = presetDecider('balanced');
  const running = server.tools.flatMap((definition) => {
    const { tool, disclosure, suggestions } = analyzeTool(server, definition);
    const set = prefillAnswers({ suggestions, claimed: disclosure.claimed });
    const reviewed = sealTool({ ...tool, definition: '', reviews: [{ definition: '', set }] });
    return decider.decide(reviewed).outcome === 'auto' ? [set] : [];
  });
  return {
    runs: running.length,
    asks: server.tools.length - running.length,
    secrets: running.filter(({ secret }) => secret === 'yes').length,
    private: running.filter(({ secret, sensitiveData }) => secret === 'yes' || sensitiveData === 'yes')
      .length,
  };
};

/** What an operator can send on about a server. */
const verdictOf = (
  { coverage, outcomes, tools, findings }: ServerAssessment,
  accepted: AcceptedCounts,
): string => {
  if (coverage.tools === 0) return scanReportMessages.verdict.noTools;
  const errors = [...findings, ...tools.flatMap((tool) => tool.findings)].filter(
    ({ severity }) => severity === 'error',
  ).length;
  return scanReportMessages.verdict.judged({
    ...outcomes.balanced,
    described: coverage.all,
    tools: coverage.tools,
    errors,
    accepted,
    abilities: abilitiesOf(tools),
  });
};

const SPECIFIED: readonly HintName[] = ['readOnly', 'destructive', 'idempotent', 'openWorld'];

const hasClaim = ({ claims: made }: ScannedTool, hint: HintName): boolean =>
  made.some((claim) => claim.hint === hint);

const coverageOf = (tools: readonly ScannedTool[]): ScannedServer['coverage'] => {
  const hints = Object.fromEntries(
    HINT_NAMES.map((hint) => [hint, tools.filter((tool) => hasClaim(tool, hint)).length] as const),
  ) as Record<HintName, number>;
  const all = tools.filter((tool) => SPECIFIED.every((hint) => hasClaim(tool, hint))).length;
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
    const name = getOwn(definition, 'name');
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
  return { ...scanned, verdict: verdictOf(scanned, ifAccepted(server)) };
};

const failedServer = ({ name, trust, from, problem }: FailedServer): ScannedServer => ({
  name,
  trust,
  from,
  coverage: coverageOf([]),
  outcomes: outcomesOf([]),
  tools: [],
  findings: [],
  verdict: scanReportMessages.verdict.failed,
  problem,
});

const at = ({ tool, path }: Finding): string => JSON.stringify([tool, path]);

/** What is missing is counted by the coverage; one line for each would hide what matters. */
const FOR_AUTHORS = { 'hints/incomplete': 'off', 'text/title-missing': 'off' } as const;

/** What operators and authors are told of the claims; where it is the same, operators have the better sentence. */
const lintClaims = (server: ListedServer): readonly Finding[] => {
  const doubts = findDoubtfulClaims(server);
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
export const scanServers = (
  servers: readonly ListedServer[],
  { failed = [], findings: told = [] }: ScanOptions = {},
): ScanReport => {
  const findings = [...findPoison(servers), ...servers.flatMap(lintClaims), ...told];
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
