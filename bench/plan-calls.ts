import type { DecisionInput, JsonObject, Labels, Policy, Principal, ToolInput } from '@callgate/core';
import { UNTRACED_ORIGINS } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { argumentsFor } from './call-arguments.ts';
import type { ListedTool } from './list-tools.ts';
import type { BenchRandom } from './bench-random.ts';

/** What a session may be like when a call arrives. */
export interface BenchSituation {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Origins;
}

/** A call to the tool at place `tool` of a list. */
export interface BenchCall {
  readonly tool: number;
  readonly situation: BenchSituation;
  readonly args: JsonObject;
}

const PROVEN: Origins = { proven: 'yes', destination: 'yes', created: 'no', unproven: [] };
const UNPROVEN: Origins = {
  proven: 'no',
  destination: 'no',
  created: 'no',
  unproven: [{ path: ['to'], origin: 'untrusted' }],
};

const LABELS: readonly Labels[] = LABEL_STRENGTHS.flatMap((priv) =>
  LABEL_STRENGTHS.map((untrusted) => ({ private: priv, untrusted })),
);

/** Every pair of labels, each without the person's words, with words that prove nothing, and with words that prove all. */
export const SITUATIONS: readonly BenchSituation[] = LABELS.flatMap((labels) => [
  { labels, words: false, origins: UNTRACED_ORIGINS },
  { labels, words: true, origins: UNPROVEN },
  { labels, words: true, origins: PROVEN },
]);

/** The situations in which a trusted server's tool has one reading only. */
export const UNLABELLED: readonly BenchSituation[] = SITUATIONS.filter(
  ({ labels }) => labels.private === 'none' && labels.untrusted === 'none',
);

const PRINCIPAL: Principal = {
  subject: 'ana@example.com',
  kind: 'human',
  groups: ['engineering', 'payments'],
  roles: ['developer'],
  delegation: [],
};

const TIME = { at: Date.UTC(2026, 10, 17, 9, 30), offsetMinutes: 60 };

/** `each` calls to every tool, in different situations, in no order that a cache would like. */
export const planCalls = (random: BenchRandom, tools: readonly ListedTool[], each: number): BenchCall[] =>
  random.shuffled(
    tools.flatMap(({ definition }, tool) =>
      random
        .shuffled(SITUATIONS)
        .slice(0, each)
        .map((situation) => ({
          tool,
          situation,
          args: argumentsFor(random, definition['inputSchema']),
        })),
    ),
  );

export const buildDecisionInput = (
  policy: Policy,
  tool: ToolInput,
  call: Omit<BenchCall, 'tool'>,
): DecisionInput => ({
  v: 1,
  tool,
  ...call.situation,
  principal: PRINCIPAL,
  args: call.args,
  time: TIME,
  policy: policy.revision,
});
