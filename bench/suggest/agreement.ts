import type { CatalogueTool, HintValues, JudgedHint } from './catalogue-tools.ts';
import { bothSay } from './catalogue-tools.ts';
import type { Share } from './score.ts';

type Answer = HintValues[JudgedHint];

const ANSWERS: readonly Answer[] = ['yes', 'no', undefined];

/** How often two readers answer the same, and how much of it chance does not explain: Cohen's kappa. */
export interface Agreement {
  readonly same: Share;
  readonly kappa: number;
}

export const measureAgreement = (pairs: readonly (readonly [Answer, Answer])[]): Agreement => {
  const same = { part: pairs.filter(([one, other]) => one === other).length, whole: pairs.length };
  const rate = (reader: 0 | 1, answer: Answer): number =>
    pairs.filter((pair) => pair[reader] === answer).length / pairs.length;
  const byChance = ANSWERS.reduce((sum, answer) => sum + rate(0, answer) * rate(1, answer), 0);
  return { same, kappa: (same.part / same.whole - byChance) / (1 - byChance) };
};

/** What the two readers say of a hint. */
export interface ReaderPair {
  readonly tool: CatalogueTool;
  readonly answers: readonly [Answer, Answer];
}

/** The first reader says what both of its readings say. */
export const readerPairs = (tools: readonly CatalogueTool[], hint: JudgedHint): readonly ReaderPair[] =>
  tools.flatMap((tool): readonly ReaderPair[] =>
    tool.judged === undefined
      ? []
      : [{ tool, answers: [bothSay(...tool.judged.first)[hint], tool.judged.second[hint]] }],
  );

export const isOpposite = ({ answers: [one, other] }: ReaderPair): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** Tools that both readers call changing: of a read, nothing else is left to judge. */
export const changingTools = (tools: readonly CatalogueTool[]): readonly CatalogueTool[] =>
  tools.filter(({ judged, truth }) => judged !== undefined && truth.readOnly === 'no');
