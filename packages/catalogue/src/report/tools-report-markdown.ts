import type { ReportHeader } from './html-page.ts';
import { minuteText } from './html-page.ts';
import { codeSpan, escapeProse, markdownTable } from './markdown.ts';
import type { ReportedTool, ToolsReport } from './tools-report.ts';
import { REACHABILITY_TEXTS, groundedPhrases, statementText, toolsSummary } from './tools-report.ts';
import { formatInteger } from './report-phrases.ts';

const figure = (value: number | undefined): string => (value === undefined ? '–' : formatInteger(value));

const line = (tool: ReportedTool): readonly string[] => {
  const { use, outcomes, words, standing, reachable } = tool;
  return [
    codeSpan(tool.tool, 160),
    REACHABILITY_TEXTS[reachable],
    groundedPhrases(tool)
      .map(({ words: text, ground }) => `${text} (${ground})`)
      .join(', ') || 'nothing on a ground',
    words.length === 0 ? 'nobody' : words.map((word) => escapeProse(statementText(word), 400)).join('; '),
    outcomes.plain,
    outcomes.untrusted,
    use === null || use.lastRanAt === null ? 'never' : minuteText(use.lastRanAt),
    figure(use?.calls),
    figure(use?.asked),
    figure(use?.refused),
    figure(use?.blocked),
    escapeProse(standing.join(', ')),
  ];
};

const HEAD = [
  'tool',
  'agents can call it',
  'classification',
  'reviewed or set by',
  'outcome',
  'after untrusted content',
  'last use',
  'calls',
  'prompts',
  'refused',
  'blocked',
  'standing',
];

/** The list an auditor asks for, for a wiki or a ticket. */
export const toolsReportMarkdown = (report: ToolsReport, { title, at }: ReportHeader): string => {
  const byServer = Map.groupBy(report.tools, ({ server, identity }) => `${server} ${identity}`);
  return [
    `# ${escapeProse(title, 200)}`,
    '',
    `Made by Callgate on ${minuteText(at)}, under the policy ${codeSpan(report.policy, 200)}.`,
    '',
    ...toolsSummary(report).map((sentence) => `- ${sentence}`),
    '',
    ...[...byServer.values()].flatMap((tools) => {
      const [first] = tools;
      if (first === undefined) return [];
      return [
        `## ${codeSpan(first.server, 120)} (${first.trust})`,
        '',
        ...markdownTable(HEAD, tools.map(line)),
        '',
      ];
    }),
  ]
    .join('\n')
    .trimEnd();
};
