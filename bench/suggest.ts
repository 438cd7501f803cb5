import type { ReaderPair } from './suggest/agreement.ts';
import { changingTools, isOpposite, measureAgreement, readerPairs } from './suggest/agreement.ts';
import type { CatalogueTool, JudgedHint } from './suggest/catalogue-tools.ts';
import { JUDGED_HINTS, readCatalogueTools } from './suggest/catalogue-tools.ts';
import type { ScoredTool, Share, TruthName } from './suggest/score.ts';
import { TRUTH_NAMES, confidenceBands, crossValidate, scoreHint, shareText } from './suggest/score.ts';
import { readPublicWeights, trainOnTools } from './suggest/train.ts';
import { ALL_WARNINGS, claimWarnings } from './suggest/claim-warnings.ts';
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

const agreementCells = (pairs: readonly ReaderPair['answers'][]): readonly string[] => {
  const { same, kappa } = measureAgreement(pairs);
  return [count(same.whole), shareText(same), kappa.toFixed(2)];
};

/** How steady the first reader is. */
const repeated = (tools: readonly CatalogueTool[], hint: JudgedHint): readonly string[] => {
  const pairs = tools.flatMap(({ judged }): readonly ReaderPair['answers'][] =>
    judged === undefined ? [] : [[judged.first[0][hint], judged.first[1][hint]]],
  );
  return [hint, ...agreementCells(pairs)];
};

const betweenReaders = (
  name: string,
  tools: readonly CatalogueTool[],
  hint: JudgedHint,
): readonly string[] => {
  const pairs = readerPairs(tools, hint).map(({ answers }) => answers);
  const told = pairs.filter((pair) => !pair.includes(undefined));
  return [name, ...agreementCells(pairs), ...agreementCells(told)];
};

/** Tools on which one reader says yes and the other no, a line for each hint and direction. */
const oppositeLines = (tools: readonly CatalogueTool[]): readonly string[] =>
  JUDGED_HINTS.flatMap((hint) => {
    const opposite = readerPairs(tools, hint).filter(isOpposite);
    return (['yes', 'no'] as const).flatMap((first) => {
      const names = opposite.flatMap(({ tool, answers }) =>
        answers[0] === first ? [`${tool.server}/${tool.name}`] : [],
      );
      const second = first === 'yes' ? 'no' : 'yes';
      return names.length === 0
        ? []
        : [`- ${hint}, first reader ${first}, second ${second}: ${names.length}. ${names.join(', ')}`];
    });
  });

const scores = (scored: readonly ScoredTool[], truth: TruthName): readonly (readonly string[])[] =>
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
  const readings = JUDGED_HINTS.map((hint) => repeated(tools, hint));
  printLine(table(['hint', 'judged twice by the first reader', 'same answer', 'kappa'], readings));
  const changing = changingTools(tools);
  const readers = [
    ...JUDGED_HINTS.map((hint) => betweenReaders(hint, tools, hint)),
    ...(['destructive', 'idempotent'] as const).map((hint) =>
      betweenReaders(`${hint}, of tools that both call changing`, changing, hint),
    ),
  ];
  printLine(
    `\n${table(['hint', 'judged by both readers', 'same answer', 'kappa', 'both say yes or no', 'same', 'kappa of these'], readers)}`,
  );
  const opposite = oppositeLines(tools);
  printLine(
    `\nOnly what both readers say is held against suggestions. Opposite answers count as neither:\n\n${opposite.join('\n')}\n`,
  );
  const rows = TRUTH_NAMES.flatMap((truth) => scores(scored, truth));
  printLine(
    `\n${table(['hint', 'held against', 'tools', 'answered', 'right', 'careful value, suggested loose'], rows)}`,
  );
  const bands = JUDGED_HINTS.flatMap((hint) =>
    confidenceBands(scored, hint, 'both readers').map(({ value, told, right }) => [
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
  const doubts = claimWarnings(tools);
  printLine(
    `\nEvery judged tool made to claim that it reads, or that it changes and destroys nothing, always inside: how often the scan is right to doubt it, by what both readers say. The weights that ship had part in these tools.\n\n${table(
      ['doubt', 'tools', 'right'],
      doubts.map(({ doubt, right }) => [doubt, count(right.whole), shareText(right)]),
    )}`,
  );
  const warned = doubts.find(({ doubt }) => doubt === ALL_WARNINGS)?.right ?? { part: 0, whole: 0 };
  const [readOnly, openWorld] = [
    scoreHint(scored, 'readOnly', 'both readers'),
    scoreHint(scored, 'openWorld', 'both readers'),
  ];
  const wanted = [
    atLeast('readOnly: answered', readOnly.answered, 0.8),
    atLeast('readOnly: right', readOnly.right, 0.975),
    atMost('readOnly: changing tool called read-only', readOnly.relaxed, 0.01),
    atMost('openWorld: open tool called closed', openWorld.relaxed, 0.015),
    atLeast('claims against definitions: warnings right', warned, 0.7),
  ].map(({ what, share, limit, met }) => [what, shareText(share), limit, met ? 'yes' : 'no']);
  printLine(`\n${table(['wanted', 'measured', 'limit', 'met'], wanted)}`);
  writeResult('suggest', {
    ...provenance('npm run bench -- suggest'),
    servers,
    tools: tools.length,
    readings,
    readers,
    opposite,
    rows,
    bands,
    doubts,
    wanted,
  });
};
