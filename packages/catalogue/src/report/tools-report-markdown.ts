import { toolsReportMessages as texts } from '@callgate/messages/catalogue/tools-report';
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
      .join(', ') || texts.noClassification,
    words.length === 0
      ? texts.unreviewed
      : words.map((word) => escapeProse(statementText(word), 400)).join('; '),
    outcomes.plain,
    outcomes.untrusted,
    use === null || use.lastRanAt === null ? texts.never : minuteText(use.lastRanAt),
    figure(use?.calls),
    figure(use?.asked),
    figure(use?.refused),
    figure(use?.blocked),
    escapeProse(standing.join(', ')),
  ];
};

const HEAD = [
  texts.columns.tool,
  texts.columns.reachable,
  texts.columns.classification,
  texts.columns.statements,
  texts.columns.outcome,
  texts.columns.afterUntrusted,
  texts.columns.lastUse,
  texts.columns.calls,
  texts.columns.prompts,
  texts.columns.denied,
  texts.columns.blocked,
  texts.columns.standing,
];

/** The list an auditor asks for, for a wiki or a ticket. */
export const toolsReportMarkdown = (report: ToolsReport, { title, at }: ReportHeader): string => {
  const byServer = Map.groupBy(report.tools, ({ server, identity }) => `${server} ${identity}`);
  return [
    `# ${escapeProse(title, 200)}`,
    '',
    texts.madeUnder({ at: minuteText(at), policy: codeSpan(report.policy, 200) }),
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
