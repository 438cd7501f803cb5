import type { HintName, Policy, Rule } from '@callgate/core';
import { withRevision } from '@callgate/core/decide';
import { parseCondition } from '../../src/index.ts';
import type { SeededRandom } from '../../src/prove/seeded-random.ts';

/** What a made-up policy can read; the enumeration goes through all of it. */
export interface PolicyVocabulary {
  readonly hints: readonly HintName[];
  /** Facts that rest on these hints alone. */
  readonly facts: readonly string[];
  readonly readsArguments: boolean;
  /** Everything there is of these hints is enumerated. */
  readonly isWhole: boolean;
}

export const VOCABULARIES: readonly PolicyVocabulary[] = [
  { hints: ['agency', 'requiresConfirmation'], facts: ['agentic'], readsArguments: false, isWhole: true },
  { hints: ['privilegedAccess'], facts: ['privileged'], readsArguments: true, isWhole: true },
  {
    hints: ['readOnly', 'destructive'],
    facts: ['mutates', 'destroys', 'described', 'destroysOnGround'],
    readsArguments: false,
    isWhole: false,
  },
  {
    hints: ['openWorld'],
    facts: ['outward', 'outwardOnGround', 'consequential', 'conflicting'],
    readsArguments: true,
    isWhole: false,
  },
  {
    hints: ['sensitiveData', 'secret'],
    facts: ['sensitive', 'readsPrivate', 'conflicting'],
    readsArguments: false,
    isWhole: false,
  },
];

const ON_ARGUMENTS = [
  'args.amount > 100',
  'args.amount > 1000',
  'args.amount <= 100',
  'args.to == "boss"',
  'args.to in ["boss", "me"]',
  'has(args.to)',
  'args.to.startsWith("b")',
  'args.to.lowerAscii().contains("oss")',
  '!args.to.endsWith("s")',
  '(args.force || has(args.amount))',
  'size(args.to) > 2',
  'args.to == args.from',
];

const EQUALITY = ['==', '!='] as const;

const atom = (random: SeededRandom, words: PolicyVocabulary): string => {
  const answer = random.pick(['yes', 'no', 'unknown']);
  const is = random.pick(EQUALITY);
  const kinds = [
    () => `tool.${random.pick(words.hints)} ${is} ${answer}`,
    () => `tool.${random.pick(words.facts)} ${is} ${answer}`,
    () => `tool.${random.pick(words.facts)} ${is} ${answer}`,
    () => `claims.${random.pick(words.hints)} ${is} ${answer}`,
    () => `server.trust ${is} "${random.pick(['untrusted', 'trusted', 'owned'])}"`,
    () =>
      `session.${random.pick(['private', 'untrusted'])} ${is} ${random.pick(['none', 'possible', 'known'])}`,
    () => `origin.proven ${is} ${answer}`,
    ...(words.readsArguments
      ? [() => random.pick(ON_ARGUMENTS), () => random.pick(ON_ARGUMENTS), () => random.pick(ON_ARGUMENTS)]
      : []),
  ];
  return random.pick(kinds)();
};

export const randomCondition = (random: SeededRandom, words: PolicyVocabulary, depth = 2): string => {
  const kind = random.next();
  if (depth === 0 || kind < 0.3) return atom(random, words);
  const go = (): string => randomCondition(random, words, depth - 1);
  if (kind < 0.6) return `(${go()} && ${go()})`;
  if (kind < 0.85) return `(${go()} || ${go()})`;
  return kind < 0.95 ? `!(${go()})` : `(${go()} ? ${go()} : ${go()})`;
};

const HOURS = [[{ from: 0, to: 600 }], [{ from: 500, to: 900 }], [{ from: 700, to: 1000 }]];

const TOOLS = [['*'], ['*'], ['*'], ['*'], ['files/*'], ['*_file'], ['files/read_file', 'mail/*']];

/** Some rules over few words, with exceptions, hours and layers now and then. */
export const randomPolicy = (random: SeededRandom, words: PolicyVocabulary): Policy => {
  const rules = Array.from({ length: 2 + random.below(6) }, (_, at): Rule => {
    const then = random.pick(['auto', 'auto', 'confirm', 'block', undefined] as const);
    return {
      id: `rule-${at}`,
      layer: random.pick(['organisation', 'team', 'user', 'user']),
      tools: random.pick(TOOLS),
      when: parseCondition(randomCondition(random, words)),
      ...(then === undefined ? {} : { then }),
      obligations: random.next() < 0.2 ? { hours: random.pick(HOURS) } : {},
      reason: random.next() < 0.1 ? ' ' : 'so it is',
      delegated: random.next() < 0.3,
      exceptions:
        random.next() < 0.2
          ? [
              {
                id: `except-${at}`,
                layer: random.pick(['organisation', 'user']),
                unless: parseCondition(randomCondition(random, words, 1)),
                text: 'made up',
                reason: 'for a while',
                until: Date.UTC(2027, 0, 1),
              },
            ]
          : [],
    };
  });
  return withRevision({ name: 'random', mode: 'enforce', hints: [], rules, timeoutCapMs: null });
};
