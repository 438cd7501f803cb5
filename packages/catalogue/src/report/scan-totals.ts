import type { Outcome } from '@callgate/core';
import type { ScannedPreset } from '../claim-decider.ts';
import { SCANNED_PRESETS } from '../claim-decider.ts';
import type { Finding, Severity } from '../finding.ts';
import { SEVERITIES } from '../finding.ts';
import { RULES } from '../lint/rules.ts';
import type { ScanReport, ScannedServer } from '../scan/scan-report.ts';

/** The findings of a server and of its tools. Tools of one name share theirs. */
const findingsOf = (server: ScannedServer): readonly Finding[] => [
  ...new Set([...server.findings, ...server.tools.flatMap(({ findings }) => findings)]),
];

const LINT: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));

/** Claims that something speaks against: the operator of the server wants to know. */
const DOUBTED: ReadonlySet<string> = new Set([
  'hints/contradicted',
  'hints/worst-case',
  'hints/idempotent-as-read-only',
]);

/** What a server could say better. Its operator cannot correct it, and is not kept from using it. */
export const isForAuthors = ({ rule, severity }: Finding): boolean =>
  severity !== 'error' && LINT.has(rule) && !DOUBTED.has(rule);

const byWeight = (one: Finding, other: Finding): number =>
  SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
  Number(isForAuthors(one)) - Number(isForAuthors(other));

/** All of them, what matters most first. */
export const allFindings = ({ servers }: ScanReport): readonly Finding[] =>
  servers.flatMap(findingsOf).toSorted(byWeight);

/** What the operator of the servers has to look at. */
export const needsAttention = (finding: Finding): boolean =>
  finding.severity !== 'note' && !isForAuthors(finding);

/** What of a server has to be looked at, how bad the worst of it is, and how much else was found. */
export const weighFindings = (
  server: ScannedServer,
): { readonly look: number; readonly worst: 'error' | 'warning'; readonly other: number } => {
  const found = findingsOf(server);
  const look = found.filter(needsAttention);
  const worst = look.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  return { look: look.length, worst, other: found.length - look.length };
};

export interface RuleFindings {
  readonly rule: string;
  readonly severity: Severity;
  readonly findings: readonly [Finding, ...Finding[]];
}

/** In the order in which they come. */
export const groupByRule = (findings: readonly Finding[]): readonly RuleFindings[] =>
  [...Map.groupBy(findings, ({ rule, severity }) => `${severity} ${rule}`).values()].flatMap(
    ([first, ...others]): readonly RuleFindings[] =>
      first === undefined
        ? []
        : [{ rule: first.rule, severity: first.severity, findings: [first, ...others] }],
  );

export type SeverityCounts = Readonly<Record<Severity, number>>;

export const countFindings = (findings: readonly Finding[]): SeverityCounts => {
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
};

export type PresetOutcomes = ScannedServer['outcomes'];

export interface ScanTotals {
  readonly servers: number;
  readonly failed: number;
  readonly tools: number;
  /** Tools that claim all four hints of the specification. */
  readonly all: number;
  /** Servers whose tools claim none of them. */
  readonly silent: number;
  readonly outcomes: PresetOutcomes;
  readonly findings: SeverityCounts;
  readonly toLookAt: number;
  readonly forAuthors: number;
  /** Chains of a policy that enforces what it decides. */
  readonly chains: number;
  readonly observed: number;
}

const SPECIFIED = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

const isSilent = ({ coverage: { tools, hints } }: ScannedServer): boolean =>
  tools > 0 && SPECIFIED.every((hint) => hints[hint] === 0);

export const OBSERVE = 'observe';

export const computeTotals = (report: ScanReport): ScanTotals => {
  const { servers, chains } = report;
  const sum = (figure: (server: ScannedServer) => number): number =>
    servers.reduce((all, server) => all + figure(server), 0);
  const outcomesOf = (preset: ScannedPreset): Readonly<Record<Outcome, number>> => ({
    auto: sum(({ outcomes }) => outcomes[preset].auto),
    confirm: sum(({ outcomes }) => outcomes[preset].confirm),
    block: sum(({ outcomes }) => outcomes[preset].block),
  });
  const found = allFindings(report);
  const observed = chains.filter(({ policy }) => policy === OBSERVE).length;
  return {
    servers: servers.length,
    failed: servers.filter(({ problem }) => problem !== undefined).length,
    tools: sum(({ coverage }) => coverage.tools),
    all: sum(({ coverage }) => coverage.all),
    silent: servers.filter(isSilent).length,
    outcomes: Object.fromEntries(
      SCANNED_PRESETS.map((preset) => [preset, outcomesOf(preset)] as const),
    ) as PresetOutcomes,
    findings: countFindings(found),
    toLookAt: found.filter(needsAttention).length,
    forAuthors: found.filter(isForAuthors).length,
    chains: chains.length - observed,
    observed,
  };
};
