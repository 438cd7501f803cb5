import type { ReportOptions } from './html-page.ts';
import { minute } from './html-page.ts';
import { code, prose, table } from './markdown.ts';
import type { ReportedTool, ToolsReport } from './tools-report.ts';
import { REACHABLE_WORDS, groundedWords, wordText, toolsSummary } from './tools-report.ts';
import { whole } from './words.ts';

const figure = (value: number | undefined): string => (value === undefined ? '–' : whole(value));

const line = (tool: ReportedTool): readonly string[] => {
  const { use, outcomes, words, standing, reachable } = tool;
  return [
    code(tool.tool, 160),
    REACHABLE_WORDS[reachable],
    groundedWords(tool)
      .map(({ words: text, ground }) => `${text} (${ground})`)
      .join(', ') || 'nothing on a ground',
    words.length === 0 ? 'nobody' : words.map((word) => prose(wordText(word), 400)).join('; '),
    outcomes.plain,
    outcomes.untrusted,
    use === null || use.lastRanAt === null ? 'never' : minute(use.lastRanAt),
    figure(use?.calls),
    figure(use?.asked),
    figure(use?.refused),
    figure(use?.blocked),
    prose(standing.join(', ')),
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
export const toolsReportMarkdown = (report: ToolsReport, { title, at }: ReportOptions): string => {
  const byServer = Map.groupBy(report.tools, ({ server, identity }) => `${server} ${identity}`);
  return [
    `# ${prose(title, 200)}`,
    '',
    `Made by Callgate on ${minute(at)}, under the policy ${code(report.policy, 200)}.`,
    '',
    ...toolsSummary(report).map((sentence) => `- ${sentence}`),
    '',
    ...[...byServer.values()].flatMap((tools) => {
      const [first] = tools;
      if (first === undefined) return [];
      return [`## ${code(first.server, 120)} (${first.trust})`, '', ...table(HEAD, tools.map(line)), ''];
    }),
  ]
    .join('\n')
    .trimEnd();
};
