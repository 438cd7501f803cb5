import type { Outcome } from '@callgate/core';
import type { Finding, Severity } from '../finding.ts';
import { SEVERITIES } from '../finding.ts';
import type { ScanReport, ScannedPreset, ScannedServer } from '../scan/report.ts';
import { SCANNED_PRESETS } from '../scan/report.ts';

/** The findings of a server and of its tools. Tools of one name share theirs. */
export const findingsOf = (server: ScannedServer): readonly Finding[] => [
  ...new Set([...server.findings, ...server.tools.flatMap(({ findings }) => findings)]),
];

const bySeverity = (one: Finding, other: Finding): number =>
  SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);

/** All of them, what matters most first. */
export const allFindings = ({ servers }: ScanReport): readonly Finding[] =>
  servers.flatMap(findingsOf).toSorted(bySeverity);

export type Counts = Readonly<Record<Severity, number>>;

export const countFindings = (findings: readonly Finding[]): Counts => {
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
};

export type Outcomes = ScannedServer['outcomes'];

export interface Totals {
  readonly servers: number;
  readonly failed: number;
  readonly tools: number;
  /** Tools that claim all four hints of the specification. */
  readonly all: number;
  /** Servers whose tools claim none of them. */
  readonly silent: number;
  readonly outcomes: Outcomes;
  readonly findings: Counts;
  /** Chains of a policy that enforces what it decides. */
  readonly chains: number;
  readonly observed: number;
}

const SPECIFIED = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

const isSilent = ({ coverage: { tools, hints } }: ScannedServer): boolean =>
  tools > 0 && SPECIFIED.every((hint) => hints[hint] === 0);

export const OBSERVE = 'observe';

export const totalsOf = (report: ScanReport): Totals => {
  const { servers, chains } = report;
  const sum = (figure: (server: ScannedServer) => number): number =>
    servers.reduce((all, server) => all + figure(server), 0);
  const outcomesOf = (preset: ScannedPreset): Readonly<Record<Outcome, number>> => ({
    auto: sum(({ outcomes }) => outcomes[preset].auto),
    confirm: sum(({ outcomes }) => outcomes[preset].confirm),
    block: sum(({ outcomes }) => outcomes[preset].block),
  });
  const observed = chains.filter(({ policy }) => policy === OBSERVE).length;
  return {
    servers: servers.length,
    failed: servers.filter(({ problem }) => problem !== undefined).length,
    tools: sum(({ coverage }) => coverage.tools),
    all: sum(({ coverage }) => coverage.all),
    silent: servers.filter(isSilent).length,
    outcomes: Object.fromEntries(
      SCANNED_PRESETS.map((preset) => [preset, outcomesOf(preset)] as const),
    ) as Outcomes,
    findings: countFindings(allFindings(report)),
    chains: chains.length - observed,
    observed,
  };
};
