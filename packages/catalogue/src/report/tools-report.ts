import type { HintName, Outcome, TrustLevel } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Ground } from '@callgate/core/disclose';
import type { Answer } from '@callgate/core/vocabulary';
import { toolsReportMessages as texts } from '@callgate/messages/catalogue/tools-report';
import { formatPercent } from './report-phrases.ts';

/** What a person said of a tool. */
export interface ReportedStatement {
  readonly what: 'review' | 'override' | 'configured';
  readonly by: string | null;
  readonly at: number | null;
  readonly reason: string | null;
  /** false: it was said of another definition and does not count any more. */
  readonly counts: boolean;
}

/** What its calls came to. */
export interface ReportedUse {
  readonly calls: number;
  readonly ran: number;
  readonly lastRanAt: number | null;
  readonly asked: number;
  readonly refused: number;
  readonly blocked: number;
  readonly lapsed: number;
}

export interface ReportedHint {
  readonly value: Answer;
  readonly ground: Ground;
}

export const REPORTED_SITUATIONS = ['plain', 'private', 'untrusted', 'both'] as const;
export type ReportedSituation = (typeof REPORTED_SITUATIONS)[number];

/**
 * Whether agents can call it: through the configuration that was looked at; or not through that one, but perhaps by
 * another or by a gate before this one server; or not at all, because it is not offered.
 */
export type Reachability = 'yes' | 'elsewhere' | 'no';

/** One tool as an auditor wants to see it. */
export interface ReportedTool {
  readonly server: string;
  readonly identity: string;
  readonly tool: string;
  readonly title: string | null;
  readonly trust: TrustLevel;
  readonly reachable: Reachability;
  /** How it stands: disabled, changed, not configured here … */
  readonly standing: readonly string[];
  readonly agent: boolean;
  /** Those of which something is believed or said. */
  readonly hints: Readonly<Record<string, ReportedHint>>;
  readonly words: readonly ReportedStatement[];
  readonly outcomes: Readonly<Record<ReportedSituation, Outcome>>;
  /** Why it is decided so in a session that has touched nothing. */
  readonly reason: string;
  /** null: there is no record. */
  readonly use: ReportedUse | null;
  readonly digest: string;
}

export interface ToolsReport {
  readonly policy: string;
  /** Calls received from here on, and before, were counted; in milliseconds since 1970. */
  readonly since: number | null;
  readonly until: number | null;
  readonly tools: readonly ReportedTool[];
}

export const REACHABILITY_TEXTS: Readonly<Record<Reachability, string>> = texts.reachability;

/** `yes (review)` */
export const hintText = ({ hints }: ReportedTool, name: HintName): string => {
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  const { value, ground } = hint ?? { value: HINTS[name].default, ground: 'default' };
  return value === 'unknown' ? texts.unknown : texts.hint({ value, ground });
};

export interface CarePhrase {
  readonly words: string;
  readonly ground: Ground;
  readonly careful: boolean;
}

/** What is believed of it on a ground, in plain words. */
export const groundedPhrases = ({ hints }: ReportedTool): readonly CarePhrase[] =>
  HINT_NAMES.flatMap((name) => {
    const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
    if (hint === undefined || hint.value === 'unknown' || hint.ground === 'default') return [];
    const { badge, relaxing } = HINTS[name];
    return [{ words: badge[hint.value], ground: hint.ground, careful: hint.value !== relaxing }];
  });

const day = (at: number | null): string => (at === null ? '' : new Date(at).toISOString().slice(0, 10));

/** Who stands behind a classification: `ada, 2026-11-16: read the source`. */
export const statementText = ({ what, by, at, reason, counts }: ReportedStatement): string => {
  const who = [by ?? '', day(at)].filter((part) => part !== '').join(', ');
  const said = [who, reason ?? ''].filter((part) => part !== '').join(': ');
  return texts.statement({ what, who: said, isOld: !counts });
};

/** The review that counts. */
export const findActiveReview = ({ words }: ReportedTool): ReportedStatement | undefined =>
  words.find(({ what, counts }) => what === 'review' && counts);

const SPECIFIED = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;
const OTHERS = HINT_NAMES.filter((name) => !SPECIFIED.some((known) => known === name));

const USE = ['calls', 'ran', 'asked', 'refused', 'blocked', 'lapsed'] as const;

export interface ReportTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const moment = (at: number | null | undefined): string =>
  at === null || at === undefined ? '' : new Date(at).toISOString();

/** Everything in columns, raw: the writer escapes it. */
export const toolsReportTable = ({ policy, tools }: ToolsReport): ReportTable => ({
  head: [
    texts.csv.server,
    texts.csv.tool,
    texts.csv.title,
    texts.csv.trust,
    texts.csv.reachable,
    texts.csv.standing,
    texts.csv.agent,
    ...SPECIFIED,
    texts.csv.otherHints,
    texts.csv.reviewer,
    texts.csv.reviewedAt,
    texts.csv.reviewReason,
    texts.csv.statements,
    texts.csv.policy,
    ...REPORTED_SITUATIONS.map((situation) => texts.csv.outcome({ situation })),
    texts.csv.because,
    texts.csv.lastUse,
    ...USE,
    texts.csv.definition,
    texts.csv.identity,
  ],
  rows: tools.map((tool) => {
    const review = findActiveReview(tool);
    return [
      tool.server,
      tool.tool,
      tool.title ?? '',
      tool.trust,
      REACHABILITY_TEXTS[tool.reachable],
      tool.standing.join(', '),
      tool.agent ? texts.yes : texts.no,
      ...SPECIFIED.map((name) => hintText(tool, name)),
      OTHERS.flatMap((name) => {
        const text = hintText(tool, name);
        return text === texts.unknown ? [] : [`${name} ${text}`];
      }).join(', '),
      review?.by ?? '',
      moment(review?.at),
      review?.reason ?? '',
      tool.words.map(statementText).join('; '),
      policy,
      ...REPORTED_SITUATIONS.map((situation) => tool.outcomes[situation]),
      tool.reason,
      moment(tool.use?.lastRanAt),
      ...USE.map((figure) => tool.use?.[figure] ?? ''),
      tool.digest,
      tool.identity,
    ];
  }),
});

interface ToolsTotals {
  readonly tools: number;
  readonly reachable: number;
  /** Of those an agent can reach. */
  readonly reviewed: number;
  readonly auto: number;
  readonly confirm: number;
  readonly block: number;
  readonly unused: number;
  readonly recorded: boolean;
}

export const countTools = ({ tools }: ToolsReport): ToolsTotals => {
  const reached = tools.filter(({ reachable }) => reachable !== 'no');
  const ofOutcome = (outcome: string): number =>
    reached.filter(({ outcomes }) => outcomes.plain === outcome).length;
  return {
    tools: tools.length,
    reachable: reached.length,
    reviewed: reached.filter((tool) => findActiveReview(tool) !== undefined).length,
    auto: ofOutcome('auto'),
    confirm: ofOutcome('confirm'),
    block: ofOutcome('block'),
    unused: reached.filter(({ use }) => use !== null && use.ran === 0).length,
    recorded: tools.some(({ use }) => use !== null),
  };
};

const spanWords = ({ since, until }: ToolsReport): string =>
  since === null && until === null
    ? texts.summary.wholeLog
    : [
        ...(since === null ? [] : [texts.summary.from({ day: day(since) })]),
        ...(until === null ? [] : [texts.summary.before({ day: day(until) })]),
      ].join(texts.summary.and);

/** The first sentences. The name of the policy is not among them: its page says whose it is. */
export const toolsSummary = (report: ToolsReport): readonly string[] => {
  const { tools, reachable, reviewed, auto, confirm, block, unused, recorded } = countTools(report);
  return [
    texts.summary.reachable({ reachable, tools, reviewed, share: formatPercent(reviewed, reachable) }),
    texts.summary.outcomes({ auto, confirm, block }),
    recorded ? texts.summary.unused({ count: unused, period: spanWords(report) }) : texts.summary.noLog,
  ];
};
