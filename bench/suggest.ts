import type { CatalogueTool, JudgedHint } from './suggest/catalogue-tools.ts';
import { JUDGED_HINTS, readCatalogueTools } from './suggest/catalogue-tools.ts';
import type { ScoredTool, Share } from './suggest/score.ts';
import { confidenceBands, crossValidate, scoreHint, shareText } from './suggest/score.ts';
import { readPublicWeights, trainOnTools } from './suggest/train.ts';
import { count, provenance, printLine, table, writeResult } from './report.ts';

const rateOf = ({ part, whole }: Share): number => (whole === 0 ? 0 : part / whole);

interface Wanted {
  readonly what: string;
  readonly share: Share;
  readonly limit: string;
  readonly met: boolean;
}

const atLeast = (what: string, share: Share, least: number): Wanted => ({
  what,
  share,
  limit: `at least ${(least * 100).toFixed(1)} %`,
  met: rateOf(share) >= least,
});

const atMost = (what: string, share: Share, most: number): Wanted => ({
  what,
  share,
  limit: `at most ${(most * 100).toFixed(1)} %`,
  met: rateOf(share) <= most,
});

/** Fewer suggestions in a band say nothing about it. */
const LEAST_IN_BAND = 20;
const WITHIN = 0.05 + 1e-9;

const isCalibrated = (told: number, { part, whole }: Share): string =>
  whole < LEAST_IN_BAND ? 'too few' : Math.abs(part / whole - told) <= WITHIN ? 'yes' : 'no';

const agreement = (tools: readonly CatalogueTool[], hint: JudgedHint): readonly string[] => {
  const read = tools.flatMap(({ judged }) => (judged === undefined ? [] : [judged]));
  const same = read.filter(([first, second]) => first[hint] === second[hint]).length;
  const opposite = read.filter(
    ([first, second]) =>
      first[hint] !== undefined && second[hint] !== undefined && first[hint] !== second[hint],
  ).length;
  return [hint, count(read.length), shareText({ part: same, whole: read.length }), count(opposite)];
};

const scores = (
  scored: readonly ScoredTool[],
  truth: 'judged' | 'declared',
): readonly (readonly string[])[] =>
  JUDGED_HINTS.map((hint) => {
    const { answered, right, relaxed } = scoreHint(scored, hint, truth);
    return [hint, truth, count(answered.whole), ...[answered, right, relaxed].map(shareText)];
  });

/** `npm run bench -- suggest` */
export const benchSuggest = async (): Promise<void> => {
  const tools = readCatalogueTools();
  if (tools === undefined) {
    process.stdout.write('skipped: ../shared/catalogue is not there\n');
    return;
  }
  const known = readPublicWeights();
  const scored = crossValidate(tools, (others) => trainOnTools(others, known));
  const servers = new Set(tools.map(({ server }) => server)).size;
  printLine(
    `${count(servers)} servers, ${count(tools.length)} tools, their claims hidden. Each server is suggested for by weights that it had no part in; in brackets, where the true share lies nineteen times of twenty.\n`,
  );
  const readings = JUDGED_HINTS.map((hint) => agreement(tools, hint));
  printLine(table(['hint', 'judged twice', 'readings agree', 'opposite'], readings));
  const rows = [...scores(scored, 'judged'), ...scores(scored, 'declared')];
  printLine(
    `\n${table(['hint', 'held against', 'tools', 'answered', 'right', 'careful value, suggested loose'], rows)}`,
  );
  const bands = JUDGED_HINTS.flatMap((hint) =>
    confidenceBands(scored, hint, 'judged').map(({ value, told, right }) => [
      hint,
      value,
      told.toFixed(2),
      count(right.whole),
      shareText(right),
      isCalibrated(told, right),
    ]),
  );
  printLine(
    `\n${table(['hint', 'suggested', 'confidence', 'suggestions', 'right', 'within 5 points'], bands)}`,
  );
  const [readOnly, openWorld] = [
    scoreHint(scored, 'readOnly', 'judged'),
    scoreHint(scored, 'openWorld', 'judged'),
  ];
  const wanted = [
    atLeast('readOnly: answered', readOnly.answered, 0.8),
    atLeast('readOnly: right', readOnly.right, 0.975),
    atMost('readOnly: changing tool called read-only', readOnly.relaxed, 0.01),
    atMost('openWorld: open tool called closed', openWorld.relaxed, 0.015),
  ].map(({ what, share, limit, met }) => [what, shareText(share), limit, met ? 'yes' : 'no']);
  printLine(`\n${table(['wanted', 'measured', 'limit', 'met'], wanted)}`);
  writeResult('suggest', {
    ...provenance('npm run bench -- suggest'),
    servers,
    tools: tools.length,
    readings,
    rows,
    bands,
    wanted,
  });
};
