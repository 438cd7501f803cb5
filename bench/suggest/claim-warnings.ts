import type { ListedServer } from '@callgate/catalogue';
import type { JsonObject } from '@callgate/core';
import { findDoubtfulClaims } from '../../packages/catalogue/src/scan/find-doubtful-claims.ts';
import type { CatalogueTool, JudgedHint } from './catalogue-tools.ts';
import type { Share } from './score.ts';

/** A claim that lowers care, and which answer of the readers contradicts it. */
const CONTRADICTED: Readonly<Record<string, readonly [hint: JudgedHint, value: 'yes' | 'no']>> = {
  'claims/changes': ['readOnly', 'no'],
  'claims/destroys': ['destructive', 'yes'],
  'claims/money-moves': ['readOnly', 'no'],
  'claims/reaches-out': ['openWorld', 'yes'],
};

/** What every tool is made to claim: some of them lie then, and some do not. */
const CLAIMS: readonly JsonObject[] = [
  { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
];

const listed = ({ server, definition }: CatalogueTool, annotations: JsonObject): ListedServer => ({
  server,
  trust: 'untrusted',
  from: server,
  tools: [{ ...definition, annotations }],
});

/** A kind of doubt, and how often it was right. */
interface DoubtScore {
  readonly doubt: string;
  readonly right: Share;
}

export const ALL_WARNINGS = 'all warnings';

/** How often a doubt that a claim fits the definition is right, by what both readers say of the tool. */
export const claimWarnings = (tools: readonly CatalogueTool[]): readonly DoubtScore[] => {
  const counts = new Map<string, { part: number; whole: number }>();
  for (const tool of tools.filter(({ judged }) => judged !== undefined))
    for (const annotations of CLAIMS)
      for (const { rule, severity } of findDoubtfulClaims(listed(tool, annotations))) {
        const [hint, value] = CONTRADICTED[rule] ?? [];
        const told = hint === undefined ? undefined : tool.truth[hint];
        if (told === undefined) continue;
        for (const doubt of [`${rule} (${severity})`, ...(severity === 'warning' ? [ALL_WARNINGS] : [])]) {
          const count = counts.get(doubt) ?? { part: 0, whole: 0 };
          counts.set(doubt, count);
          count.whole += 1;
          if (told === value) count.part += 1;
        }
      }
  return [...counts]
    .map(([doubt, right]) => ({ doubt, right }))
    .toSorted((a, b) => a.doubt.localeCompare(b.doubt));
};
