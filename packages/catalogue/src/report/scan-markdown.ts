import { OUTCOMES } from '@callgate/core';
import type { Chain } from '../chain.ts';
import type { Finding } from '../finding.ts';
import type { ScanReport, ScannedServer, ScannedTool } from '../scan/report.ts';
import type { ReportOptions } from './html-page.ts';
import { minute } from './html-page.ts';
import { code, prose, table } from './markdown.ts';
import { OBSERVE, allFindings, byRule, isToLookAt, totalsOf, weighFindings } from './totals.ts';
import {
  ENFORCED,
  KIND,
  OUTCOME_WORDS,
  claimWords,
  counted,
  percent,
  placeOf,
  sentence,
  suggestionWords,
  summaryWords,
  targetOf,
  whole,
} from './words.ts';

const outcomeLines = ({ outcomes }: Pick<ScannedServer, 'outcomes'>): readonly string[] =>
  table(
    ['preset', 'would run', 'ask', 'be blocked'],
    ENFORCED.map((preset) => [preset, ...OUTCOMES.map((outcome) => whole(outcomes[preset][outcome]))]),
  );

const serverLine = (server: ScannedServer): readonly string[] => {
  const { name, trust, coverage, outcomes, problem } = server;
  if (problem !== undefined)
    return [code(name, 120), trust, 'could not be looked at', '', '', '', '', '', ''];
  const { look, other } = weighFindings(server);
  return [
    code(name, 120),
    trust,
    whole(coverage.tools),
    percent(coverage.all, coverage.tools),
    ...OUTCOMES.map((outcome) => whole(outcomes.balanced[outcome])),
    whole(look),
    whole(other),
  ];
};

const chainLines = ({ kind, steps, story, alike }: Chain): readonly string[] => [
  `- **${KIND[kind]}.** ${prose(story)}${alike === 0 ? '' : ` (${whole(alike)} more like it through the same servers)`}`,
  ...steps.map((step, at) => `  ${at + 1}. ${code(targetOf(step))}: ${prose(step.because, 400)}`),
];

const MOST_CHAINS = 5;

const chainsPart = (chains: readonly Chain[]): readonly string[] => {
  const byPolicy = Map.groupBy(chains, ({ policy }) => policy);
  if (byPolicy.size === 0) return ['None was found.'];
  return [...byPolicy].flatMap(([policy, some]) => [
    `### Under ${prose(policy, 80)}: ${counted(some.length, 'chain')}${policy === OBSERVE ? ', because nothing is enforced' : ''}`,
    '',
    ...some.slice(0, MOST_CHAINS).flatMap(chainLines),
    ...(some.length > MOST_CHAINS ? ['', `${whole(some.length - MOST_CHAINS)} more are in the JSON.`] : []),
    '',
  ]);
};

const findingLine = (finding: Finding): readonly string[] => [
  finding.severity,
  code(finding.rule, 80),
  code(placeOf(finding), 700),
  `${prose(sentence(finding.message))}. ${prose(sentence(finding.help), 800)}.`,
];

/** What is to be looked at one by one, everything else by rule. */
const findingsPart = (findings: readonly Finding[]): readonly string[] => {
  const look = findings.filter(isToLookAt);
  const others = byRule(findings.filter((finding) => !isToLookAt(finding)));
  return [
    ...table(['', 'rule', 'where', 'what, and what to do'], look.map(findingLine)),
    ...(others.length === 0
      ? []
      : [
          '',
          '### Notes',
          '',
          ...table(
            ['', 'rule', 'times', 'for instance', ''],
            others.map(({ rule, severity, findings: [first, ...more] }) => [
              severity,
              code(rule, 80),
              whole(more.length + 1),
              code(placeOf(first), 700),
              prose(sentence(first.message)),
            ]),
          ),
        ]),
  ];
};

const toolLine = (tool: ScannedTool): readonly string[] => [
  code(tool.name, 160),
  ...ENFORCED.map((preset) => OUTCOME_WORDS[tool.outcome[preset]]),
  claimWords(tool)
    .map(({ words }) => words)
    .join(', ') || '–',
  suggestionWords(tool)
    .map(({ words, confidence }) => `${words} (${Math.round(100 * confidence)} %)`)
    .join(', ') || '–',
  tool.findings.length === 0 ? '' : whole(tool.findings.length),
];

const serverPart = (server: ScannedServer): readonly string[] => {
  const { name, from, tools, verdict, problem } = server;
  return [
    `### ${code(name, 120)}`,
    '',
    `${prose(sentence(verdict), 600)} Read from ${code(from, 400)}.`,
    ...(problem === undefined ? [] : ['', prose(sentence(problem), 1000)]),
    '',
    ...(tools.length === 0
      ? []
      : [
          ...outcomeLines(server),
          '',
          ...table(['tool', ...ENFORCED, 'claims', 'suggested besides', 'findings'], tools.map(toolLine)),
          '',
        ]),
  ];
};

/** For a pull request, a wiki or a ticket. */
export const scanMarkdown = (report: ScanReport, { title, at }: ReportOptions): string => {
  const totals = totalsOf(report);
  return [
    `# ${prose(title, 200)}`,
    '',
    `Made by Callgate on ${minute(at)}.`,
    '',
    ...summaryWords(totals).map((words) => `- ${words}`),
    '',
    ...outcomeLines(totals),
    '',
    '## Chains of calls with nobody asked',
    '',
    ...chainsPart(report.chains),
    '',
    '## Findings',
    '',
    ...findingsPart(allFindings(report)),
    '',
    '## Servers',
    '',
    ...table(
      ['server', 'trust', 'tools', 'all four hints', 'run', 'ask', 'blocked', 'to look at', 'notes'],
      report.servers.map(serverLine),
    ),
    '',
    ...report.servers.flatMap(serverPart),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd();
};
