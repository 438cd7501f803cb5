import type {
  DecisionInput,
  HintName,
  JsonObject,
  Labels,
  Policy,
  ToolInput,
  TrustLevel,
} from '@callgate/core';
import { HINTS, UNTRACED_ORIGINS, describeTool } from '@callgate/core';
import type { PolicyVocabulary } from './random-policy.ts';

type Said = 'none' | 'yes' | 'no';
type Combination = Readonly<Record<string, Said>>;

const combinations = (hints: readonly HintName[]): readonly Combination[] =>
  hints.reduce<readonly Combination[]>(
    (all, hint) =>
      all.flatMap((one) => (['none', 'yes', 'no'] as const).map((said) => ({ ...one, [hint]: said }))),
    [{}],
  );

const spoken = (said: Combination): [string, 'yes' | 'no'][] =>
  Object.entries(said).flatMap(([name, answer]): [string, 'yes' | 'no'][] =>
    answer === 'none' ? [] : [[name, answer]],
  );

const toolOf = (trust: TrustLevel, claimed: Combination, set: Combination, at: number): ToolInput =>
  describeTool({
    server: at % 2 === 0 ? 'files' : 'mail',
    trust,
    definition: {
      name: at % 3 === 0 ? 'read_file' : 'send',
      annotations: Object.fromEntries(
        spoken(claimed).map(([name, answer]) => [HINTS[name as HintName].key, answer === 'yes']),
      ),
    },
    overrides: [{ set: Object.fromEntries(spoken(set)) }],
  });

const toolsOf = (hints: readonly HintName[]): readonly ToolInput[] => {
  const each = combinations(hints);
  let at = 0;
  const next = (): number => (at += 1);
  return (['untrusted', 'trusted', 'owned'] as const).flatMap((trust) =>
    each.flatMap((claimed) => each.map((set) => toolOf(trust, claimed, set, next()))),
  );
};

const LABELS: readonly Labels[] = (['none', 'possible', 'known'] as const).flatMap((untrusted) =>
  (['none', 'possible', 'known'] as const).map((priv) => ({ private: priv, untrusted })),
);

const ARGUMENTS: readonly JsonObject[] = [
  {},
  { amount: 50, to: 'boss', from: 'boss' },
  { amount: 500, to: 'BOSS', force: true },
  { amount: 5000, to: 'us', from: 'me', force: false },
  { amount: 'much', to: 7 },
];

const known = new Map<string, readonly ToolInput[]>();

const MOMENTS = [Date.UTC(2026, 10, 18, 12), Date.UTC(2028, 0, 5, 12)];

/** Every situation that a policy of these words can tell apart, and more than that. */
export function* enumerateSituations(policy: Policy, words: PolicyVocabulary): Generator<DecisionInput> {
  const key = words.hints.join();
  const tools = known.get(key) ?? toolsOf(words.hints);
  known.set(key, tools);
  const times = policy.rules.some(({ exceptions }) => exceptions.length > 0) ? MOMENTS : MOMENTS.slice(0, 1);
  for (const tool of tools)
    for (const labels of LABELS)
      for (const proven of ['unknown', 'yes', 'no'] as const)
        for (const args of words.readsArguments ? ARGUMENTS : ARGUMENTS.slice(0, 1))
          for (const at of times)
            yield {
              v: 1,
              tool,
              labels,
              words: true,
              origins: { ...UNTRACED_ORIGINS, proven, destination: proven },
              principal: { subject: 'someone', kind: 'human', groups: [], roles: [], delegation: [] },
              args,
              time: { at, offsetMinutes: 0 },
              policy: policy.revision,
            };
}
