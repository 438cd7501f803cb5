import { OUTCOMES } from '@callgate/core';
import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { Chain } from '../chain.ts';
import type { Finding } from '../finding.ts';
import type { ScanReport, ScannedServer, ScannedTool } from '../scan/scan-report.ts';
import type { ReportHeader } from './html-page.ts';
import { minuteText } from './html-page.ts';
import { codeSpan, escapeProse, markdownTable } from './markdown.ts';
import {
  OBSERVE,
  allFindings,
  groupByRule,
  needsAttention,
  computeTotals,
  weighFindings,
} from './scan-totals.ts';
import {
  ENFORCED,
  CHAIN_KIND_TEXTS,
  OUTCOME_WORDS,
  claimPhrases,
  formatPercent,
  exactLocation,
  capitalize,
  suggestionPhrases,
  summaryWords,
  toolPath,
  formatInteger,
} from './report-phrases.ts';

const outcomeLines = ({ outcomes }: Pick<ScannedServer, 'outcomes'>): readonly string[] =>
  markdownTable(
    [texts.columns.preset, texts.columns.wouldRun, texts.columns.wouldAsk, texts.columns.wouldBlock],
    ENFORCED.map((preset) => [
      preset,
      ...OUTCOMES.map((outcome) => formatInteger(outcomes[preset][outcome])),
    ]),
  );

const serverLine = (server: ScannedServer): readonly string[] => {
  const { name, trust, coverage, outcomes, problem } = server;
  if (problem !== undefined) return [codeSpan(name, 120), trust, texts.failed, '', '', '', '', '', ''];
  const { look, other } = weighFindings(server);
  return [
    codeSpan(name, 120),
    trust,
    formatInteger(coverage.tools),
    formatPercent(coverage.all, coverage.tools),
    ...OUTCOMES.map((outcome) => formatInteger(outcomes.balanced[outcome])),
    formatInteger(look),
    formatInteger(other),
  ];
};

const chainLines = ({ kind, steps, story, alike }: Chain): readonly string[] => [
  `- **${CHAIN_KIND_TEXTS[kind]}.** ${escapeProse(story)}${alike === 0 ? '' : texts.markdown.alike({ count: alike })}`,
  ...steps.map((step, at) => `  ${at + 1}. ${codeSpan(toolPath(step))}: ${escapeProse(step.because, 400)}`),
];

const MOST_CHAINS = 5;

const chainsPart = (chains: readonly Chain[]): readonly string[] => {
  const byPolicy = Map.groupBy(chains, ({ policy }) => policy);
  if (byPolicy.size === 0) return [texts.markdown.noChains];
  return [...byPolicy].flatMap(([policy, some]) => [
    `### ${texts.headings.chainsUnder({ policy: escapeProse(policy, 80), count: some.length, observes: policy === OBSERVE })}`,
    '',
    ...some.slice(0, MOST_CHAINS).flatMap(chainLines),
    ...(some.length > MOST_CHAINS
      ? ['', texts.markdown.moreInJson({ count: some.length - MOST_CHAINS })]
      : []),
    '',
  ]);
};

const findingLine = (finding: Finding): readonly string[] => [
  finding.severity,
  codeSpan(finding.rule, 80),
  codeSpan(exactLocation(finding), 700),
  errorSentences({ message: escapeProse(finding.message), help: escapeProse(finding.help, 800) }),
];

/** What is to be looked at one by one, everything else by rule. */
const findingsPart = (findings: readonly Finding[]): readonly string[] => {
  const look = findings.filter(needsAttention);
  const others = groupByRule(findings.filter((finding) => !needsAttention(finding)));
  return [
    ...markdownTable(
      ['', texts.columns.rule, texts.columns.where, texts.columns.what],
      look.map(findingLine),
    ),
    ...(others.length === 0
      ? []
      : [
          '',
          `### ${texts.headings.notes}`,
          '',
          ...markdownTable(
            ['', texts.columns.rule, texts.columns.times, texts.columns.example, ''],
            others.map(({ rule, severity, findings: [first, ...more] }) => [
              severity,
              codeSpan(rule, 80),
              formatInteger(more.length + 1),
              codeSpan(exactLocation(first), 700),
              escapeProse(first.message),
            ]),
          ),
        ]),
  ];
};

const toolLine = (tool: ScannedTool): readonly string[] => [
  codeSpan(tool.name, 160),
  ...ENFORCED.map((preset) => OUTCOME_WORDS[tool.outcome[preset]]),
  claimPhrases(tool)
    .map(({ words }) => words)
    .join(', ') || '–',
  suggestionPhrases(tool)
    .map(({ words, confidence }) => `${words} (${Math.round(100 * confidence)} %)`)
    .join(', ') || '–',
  tool.findings.length === 0 ? '' : formatInteger(tool.findings.length),
];

const serverPart = (server: ScannedServer): readonly string[] => {
  const { name, from, tools, verdict, problem } = server;
  return [
    `### ${codeSpan(name, 120)}`,
    '',
    `${escapeProse(verdict, 600)} ${texts.markdown.readFrom({ from: codeSpan(from, 400) })}`,
    ...(problem === undefined ? [] : ['', escapeProse(capitalize(problem), 1000)]),
    '',
    ...(tools.length === 0
      ? []
      : [
          ...outcomeLines(server),
          '',
          ...markdownTable(
            [
              texts.columns.tool,
              ...ENFORCED,
              texts.columns.claims,
              texts.columns.suggested,
              texts.columns.findings,
            ],
            tools.map(toolLine),
          ),
          '',
        ]),
  ];
};

/** For a pull request, a wiki or a ticket. */
export const scanMarkdown = (report: ScanReport, { title, at }: ReportHeader): string => {
  const totals = computeTotals(report);
  return [
    `# ${escapeProse(title, 200)}`,
    '',
    texts.madeAt({ at: minuteText(at) }),
    '',
    ...summaryWords(totals).map((words) => `- ${words}`),
    '',
    ...outcomeLines(totals),
    '',
    `## ${texts.headings.chains}`,
    '',
    ...chainsPart(report.chains),
    '',
    `## ${texts.headings.findings}`,
    '',
    ...findingsPart(allFindings(report)),
    '',
    `## ${texts.headings.servers}`,
    '',
    ...markdownTable(
      [
        texts.columns.server,
        texts.columns.trust,
        texts.columns.tools,
        texts.columns.allFour,
        ...OUTCOMES.map((outcome) => texts.counts[outcome]),
        texts.columns.attention,
        texts.columns.notes,
      ],
      report.servers.map(serverLine),
    ),
    '',
    ...report.servers.flatMap(serverPart),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd();
};
