import { display } from '@callgate/core';
import { verifyMessages as texts } from '@callgate/messages/cli/verify';
import { bold, dim } from '../show/style.ts';
import { callsText, judgedClaims, observationLines, observationText } from './verify-phrases.ts';
import type { ObservedClaims, ObservationReport } from './observation-report.ts';
import { countContradictions, countUntested, isObserved } from './observation-report.ts';

const GAP = '  ';

/** Claims to the left, what was seen to the right. */
const toolText = (tool: ObservedClaims, width: number): readonly string[] => {
  const claims = judgedClaims(tool).map(({ contradicted, text }) => `${contradicted ? '✗' : '·'} ${text}`);
  const seen = tool.problem === undefined ? observationLines(tool) : [];
  const rows = Array.from({ length: Math.max(claims.length, seen.length) }, (_, at) =>
    `${GAP}${(claims[at] ?? '').padEnd(width)}${GAP}${seen[at] ?? ''}`.trimEnd(),
  );
  const failed = tool.problem === undefined && tool.calls > 0 && !isObserved(tool);
  return [
    `${bold(display(tool.tool, { max: 120 }))}${GAP}${dim(callsText(tool))}`,
    ...rows,
    ...(failed ? [`${GAP}${texts.allFailed}`] : []),
    '',
  ];
};

/** The report as a table for people. */
export const verifyText = (report: ObservationReport): string => {
  const { tools, withoutCall, settleSeconds } = report;
  const contradicted = countContradictions(report);
  const untested = countUntested(report);
  const width = Math.max(
    texts.columns.claims.length,
    ...tools.flatMap((tool) => judgedClaims(tool).map(({ text }) => text.length + 2)),
  );
  return [
    texts.headline({ tools: tools.length, seconds: settleSeconds }),
    '',
    `${GAP}${dim(texts.columns.claims.padEnd(width))}${GAP}${dim(texts.columns.seen)}`,
    ...tools.flatMap((tool) => toolText(tool, width)),
    ...(withoutCall.length === 0
      ? []
      : [texts.withoutCall, ...withoutCall.map((each) => `${GAP}${observationText(each)}`), '']),
    contradicted.claims === 0 ? texts.noContradiction : texts.contradictions(contradicted),
    ...(untested === 0 ? [] : [texts.untested({ claims: untested })]),
    texts.limits({ calls: tools.reduce((sum, { calls }) => sum + calls, 0) }),
    texts.environment,
  ].join('\n');
};
