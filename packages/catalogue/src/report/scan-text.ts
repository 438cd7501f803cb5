import { stripVTControlCharacters, styleText } from 'node:util';
import type { Outcome } from '@callgate/core';
import { OUTCOMES, display } from '@callgate/core';
import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import type { Chain } from '../chain.ts';
import type { Finding, Severity } from '../finding.ts';
import type { ScanReport, ScannedServer, ScannedTool } from '../scan/scan-report.ts';
import type { RuleFindings } from './scan-totals.ts';
import {
  OBSERVE,
  allFindings,
  groupByRule,
  isForAuthors,
  computeTotals,
  weighFindings,
} from './scan-totals.ts';
import {
  ENFORCED,
  CHAIN_KIND_TEXTS,
  OUTCOME_WORDS,
  claimPhrases,
  coverageWords,
  formatPercent,
  exactLocation,
  capitalize,
  suggestionPhrases,
  summaryWords,
  toolPath,
  formatInteger,
} from './report-phrases.ts';

type Style = Parameters<typeof styleText>[0];

/** Paints a text, or leaves it where nobody wants colours. */
type Paint = (style: Style, text: string) => string;

const paintFor =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}]/gu;
const MARKS = /\p{M}/gu;

/** How many columns of a terminal it takes. */
const widthOf = (text: string): number => {
  const plain = stripVTControlCharacters(text);
  return [...plain.replaceAll(MARKS, '')].length + (plain.match(WIDE)?.length ?? 0);
};

/** Its beginning, where it is too wide. Not for text with colours. */
const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text;
  let shown = '';
  for (const character of text) {
    if (widthOf(shown + character) > width - 1) break;
    shown += character;
  }
  return `${shown}…`;
};

/** Words in lines of at most this width. A word that is wider has a line of its own. */
const wrap = (text: string, width: number, indent = ''): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(indent + longer) > width) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent + line];
};

/** Cells in columns; those of `right` stand to the right. The last is as wide as it wants. */
const columns = (
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number> = new Set(),
  indent = '  ',
): readonly string[] => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return rows.map((row) =>
    (
      indent +
      row
        .map((cell, at) => {
          const space = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
          return right.has(at) ? space + cell : cell + space;
        })
        .join('  ')
    ).trimEnd(),
  );
};

export interface ScanTextOptions {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Every tool by itself; where it is not said, for up to three servers. */
  readonly tools?: boolean;
}

interface TextSheet {
  readonly paint: Paint;
  readonly width: number;
}

const STYLE: Readonly<Record<Outcome, 'green' | 'yellow' | 'red'>> = {
  auto: 'green',
  confirm: 'yellow',
  block: 'red',
};
const SEVERITY: Readonly<Record<Severity, 'red' | 'yellow' | 'dim'>> = {
  error: 'red',
  warning: 'yellow',
  note: 'dim',
};
const COUNTED: Readonly<Record<Outcome, string>> = texts.counts;
const NUMBERS: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8]);

const overview = ({ servers }: ScanReport, { paint }: TextSheet): readonly string[] => [
  paint('bold', texts.headings.servers) + paint('dim', texts.text.underBalanced),
  ...columns(
    [
      texts.text.overview.map((cell) => paint('dim', cell)),
      ...servers.map((server) => {
        const { name, trust, coverage, outcomes, problem } = server;
        const shown = display(name, { max: 48 });
        if (problem !== undefined) return [shown, trust, paint('red', texts.text.failed)];
        const { look, worst, other } = weighFindings(server);
        return [
          shown,
          trust,
          formatInteger(coverage.tools),
          formatPercent(coverage.all, coverage.tools),
          ...OUTCOMES.map((outcome) => formatInteger(outcomes.balanced[outcome])),
          look === 0 ? '' : paint(SEVERITY[worst], formatInteger(look)),
          other === 0 ? '' : formatInteger(other),
        ];
      }),
    ],
    NUMBERS,
  ),
];

const LIKELY = 0.6;

const toolLines = (tools: readonly ScannedTool[], { paint, width }: TextSheet): readonly string[] => {
  const rows = tools.map((tool) => [
    display(tool.name, { max: 60 }),
    ...ENFORCED.map((preset) => paint(STYLE[tool.outcome[preset]], OUTCOME_WORDS[tool.outcome[preset]])),
    tool.findings.length === 0 ? '' : paint('yellow', formatInteger(tool.findings.length)),
    claimPhrases(tool)
      .map(({ words }) => words)
      .join(', ') || paint('dim', texts.text.noClaims),
  ]);
  const head = [texts.columns.tool, ...ENFORCED, texts.columns.found, texts.columns.claims].map((cell) =>
    paint('dim', cell),
  );
  const lines = columns([head, ...rows], new Set([4]));
  const room = Math.max(40, width - 8);
  return [
    ...lines.slice(0, 1),
    ...lines.slice(1).flatMap((line, at) => {
      const tool = tools[at];
      const words =
        tool === undefined
          ? ''
          : suggestionPhrases(tool)
              .filter(({ confidence }) => confidence >= LIKELY)
              .map(({ words: text, confidence }) => `${text} ${Math.round(100 * confidence)} %`)
              .join(', ');
      return words === ''
        ? [line]
        : [line, paint('dim', `      ${texts.text.suggested({ words: cut(words, room - 11) })}`)];
    }),
  ];
};

const serverLines = (server: ScannedServer, sheet: TextSheet, withTools: boolean): readonly string[] => {
  const { paint, width } = sheet;
  const { name, trust, from, coverage, outcomes, tools, verdict, problem } = server;
  const claimed = coverageWords(server);
  return [
    `${paint('bold', display(name, { max: 80 }))}  ${texts.text.server({ trust, tools: coverage.tools, from: display(from, { max: 200 }) })}`,
    ...wrap(capitalize(display(problem ?? verdict, { max: 600 })), width, '  '),
    ...(tools.length === 0
      ? []
      : [
          ...wrap(texts.text.claimed({ claims: claimed }), width, '  '),
          ...columns(
            ENFORCED.map((preset) => [
              preset,
              ...OUTCOMES.map(
                (outcome) =>
                  `${formatInteger(outcomes[preset][outcome])} ${paint(STYLE[outcome], COUNTED[outcome])}`,
              ),
            ]),
            new Set([1, 2, 3]),
          ),
          ...(withTools ? ['', ...toolLines(tools, sheet)] : []),
        ]),
  ];
};

const findingLines = (finding: Finding, { paint, width }: TextSheet): readonly string[] => {
  const { severity, rule, message, help } = finding;
  return [
    `  ${paint(SEVERITY[severity], severity)}  ${display(rule, { max: 80 })}  ${paint('dim', exactLocation(finding))}`,
    ...wrap(display(message, { max: 800 }), width, '    '),
    ...wrap(texts.text.help({ help: display(help, { max: 600 }) }), width, '    ').map((line) =>
      paint('dim', line),
    ),
  ];
};

/** What was found in many places is shown once. */
const ruleLines = (
  { rule, severity, findings }: RuleFindings,
  { paint, width }: TextSheet,
): readonly string[] => [
  `  ${paint(SEVERITY[severity], severity)}  ${display(rule, { max: 80 })}  ${texts.text.times({ count: findings.length })} ${paint('dim', exactLocation(findings[0]))}`,
  ...wrap(display(findings[0].message, { max: 400 }), width, '    '),
];

const MOST_OF_RULE = 5;

const findingsPart = (findings: readonly Finding[], sheet: TextSheet): readonly string[] => {
  const lines = groupByRule(findings).flatMap((found) => {
    const many = found.findings.length > (found.severity === 'note' ? 1 : MOST_OF_RULE);
    const author = isForAuthors(found.findings[0]) && found.findings.length > 1;
    return many || author
      ? ruleLines(found, sheet)
      : found.findings.flatMap((finding) => findingLines(finding, sheet));
  });
  return lines.length === 0 ? [] : ['', sheet.paint('bold', texts.headings.findings), ...lines];
};

const MOST_CHAINS = 3;

const chainLines = (chain: Chain, { paint, width }: TextSheet): readonly string[] => [
  ...wrap(
    `${CHAIN_KIND_TEXTS[chain.kind]}: ${display(chain.story, { max: 800 })}${chain.alike === 0 ? '' : texts.text.alike({ count: chain.alike })}`,
    width,
    '  ',
  ),
  ...chain.steps.map((step, at) =>
    paint('dim', `    ${at + 1}. ${toolPath(step)}: ${display(step.because, { max: 200 })}`),
  ),
];

const chainsPart = (chains: readonly Chain[], sheet: TextSheet): readonly string[] =>
  [...Map.groupBy(chains, ({ policy }) => policy)].flatMap(([policy, some]) => {
    // where nothing is enforced one shows what is meant
    const shown = some.slice(0, policy === OBSERVE ? 1 : MOST_CHAINS);
    return [
      '',
      sheet.paint('bold', texts.text.chains({ policy: display(policy, { max: 80 }) })),
      ...shown.flatMap((chain) => chainLines(chain, sheet)),
      ...(some.length > shown.length ? [`  ${texts.more({ count: some.length - shown.length })}`] : []),
    ];
  });

const TOOLS_UP_TO = 3;
const LEAST_WIDTH = 40;

/** For a terminal: what matters for all servers, and every tool where there are few. */
export const scanText = (report: ScanReport, { colour, width, tools }: ScanTextOptions): string => {
  const { servers, chains } = report;
  const sheet: TextSheet = { paint: paintFor(colour), width: Math.max(LEAST_WIDTH, width) };
  const few = servers.length <= TOOLS_UP_TO;
  const eachTool = tools ?? few;
  return [
    ...(few ? [] : [...overview(report, sheet), '']),
    ...(few || eachTool ? servers.flatMap((server) => [...serverLines(server, sheet, eachTool), '']) : []),
    ...summaryWords(computeTotals(report)).flatMap((words) => wrap(words, sheet.width)),
    ...findingsPart(allFindings(report), sheet),
    ...chainsPart(chains, sheet),
  ].join('\n');
};
