import { PRIVATE_SOURCES } from '../vocabulary/claim-keys.ts';
import type { Answer } from '../vocabulary/answer.ts';
import { orAnswers, negateAnswer } from '../vocabulary/answer.ts';
import type { Beliefs } from './beliefs.ts';
import type { Belief, Ground } from './ground.ts';
import { GROUNDS } from './ground.ts';

/** What follows from the beliefs, in the words policies use. */
export const FACT_NAMES = [
  'mutates',
  'destroys',
  'irreversible',
  'outward',
  'returnsUntrusted',
  'readsPrivate',
  'consequential',
  'agentic',
  'privileged',
  'sensitive',
  'usesAi',
  'described',
  'conflicting',
  'quarantined',
  'outwardOnGround',
  'destroysOnGround',
] as const;

export type FactName = (typeof FACT_NAMES)[number];

export type Facts = Readonly<Record<FactName, Belief>>;

/** The facts without what they rest on. */
export const factAnswers = (facts: Facts): Readonly<Record<FactName, Answer>> => {
  const answers: Partial<Record<FactName, Answer>> = {};
  for (const name of FACT_NAMES) answers[name] = facts[name].value;
  return answers as Record<FactName, Answer>;
};

export interface FactContext {
  readonly destination: readonly string[];
  readonly source: readonly string[];
  /** Who stands behind destination and source. */
  readonly destinationGround: Ground;
  readonly sourceGround: Ground;
  /** `source` may relax: the operator or a trusted server says it. */
  readonly sourceBelieved: boolean;
  readonly owned: boolean;
  readonly described: boolean;
  readonly conflicting: boolean;
  readonly quarantined: boolean;
  /** What is believed of openWorld if no sandbox counted: a contract says nothing about what output contains. */
  readonly openWorldOutput: Belief;
}

const strongest = (grounds: readonly Ground[]): Ground =>
  GROUNDS.find((ground) => grounds.includes(ground)) ?? 'default';

const weakest = (grounds: readonly Ground[]): Ground =>
  GROUNDS.findLast((ground) => grounds.includes(ground)) ?? 'default';

/** One yes is enough and rests on the best ground; a no rests on all of them. */
const anyYes = (...parts: readonly Belief[]): Belief => {
  const value = parts.map((part) => part.value).reduce(orAnswers);
  const grounds = parts.filter((part) => part.value === value).map((part) => part.ground);
  return { value, ground: value === 'yes' ? strongest(grounds) : weakest(grounds) };
};

const stated = (value: boolean): Belief => ({ value: value ? 'yes' : 'no', ground: 'observation' });

const returnsUntrusted = (beliefs: Beliefs, context: FactContext): Belief => {
  const { unsafeOutput, trusted } = beliefs;
  if (unsafeOutput.value === 'yes') return unsafeOutput;
  if (context.source.includes('untrustedPublic')) return { value: 'yes', ground: context.sourceGround };
  if (trusted.value === 'yes') return { value: 'no', ground: trusted.ground };
  if (context.openWorldOutput.value === 'yes') return context.openWorldOutput;
  if (unsafeOutput.value === 'no') return unsafeOutput;
  if (context.owned && context.openWorldOutput.value === 'no') return context.openWorldOutput;
  return { value: 'unknown', ground: 'default' };
};

const readsPrivate = (beliefs: Beliefs, context: FactContext): Belief => {
  const fromSource = context.source.some((name) => PRIVATE_SOURCES.has(name));
  const yes = [beliefs.sensitiveData, beliefs.secret].filter((belief) => belief.value === 'yes');
  if (yes.length > 0 || fromSource)
    return {
      value: 'yes',
      ground: strongest([
        ...yes.map((belief) => belief.ground),
        ...(fromSource ? [context.sourceGround] : []),
      ]),
    };
  if (beliefs.sensitiveData.value === 'no') return beliefs.sensitiveData;
  if (context.sourceBelieved && context.source.length > 0)
    return { value: 'no', ground: context.sourceGround };
  return { value: 'unknown', ground: 'default' };
};

const irreversible = (mutates: Belief, reversible: Belief): Belief => {
  if (mutates.value === 'no') return mutates;
  if (reversible.value === 'unknown') return reversible;
  const value: Answer = reversible.value === 'yes' ? 'no' : mutates.value;
  return { value, ground: reversible.ground };
};

const destroys = (mutates: Belief, destructive: Belief): Belief => {
  if (mutates.value === 'no') return mutates;
  if (destructive.value === 'no') return destructive;
  const value: Answer = mutates.value === 'yes' && destructive.value === 'yes' ? 'yes' : 'unknown';
  return { value, ground: destructive.ground };
};

const onGround = (fact: Belief): Belief => ({
  value: fact.value === 'yes' && fact.ground === 'default' ? 'no' : fact.value,
  ground: fact.ground,
});

/** An absent destructive hint beside a declared write counts as destructive, as the specification says. */
const destroysOnGround = (mutates: Belief, destroying: Belief): Belief =>
  onGround(
    destroying.value === 'yes'
      ? { value: 'yes', ground: strongest([mutates.ground, destroying.ground]) }
      : destroying,
  );

export const deriveFacts = (beliefs: Beliefs, context: FactContext): Facts => {
  const mutates: Belief = { value: negateAnswer(beliefs.readOnly.value), ground: beliefs.readOnly.ground };
  const toPublic: Belief = context.destination.includes('public')
    ? // never by default: it was set, even where the condition of their override could not be evaluated
      {
        value: 'yes',
        ground: context.destinationGround === 'default' ? 'operator' : context.destinationGround,
      }
    : { value: 'no', ground: 'default' };
  const outward = toPublic.value === 'yes' ? anyYes(beliefs.openWorld, toPublic) : beliefs.openWorld;
  const destroying = destroys(mutates, beliefs.destructive);
  return {
    mutates,
    destroys: destroying,
    irreversible: irreversible(mutates, beliefs.reversible),
    outward,
    returnsUntrusted: returnsUntrusted(beliefs, context),
    readsPrivate: readsPrivate(beliefs, context),
    consequential: anyYes(mutates, outward),
    agentic: beliefs.agency,
    privileged: beliefs.privilegedAccess,
    sensitive: anyYes(beliefs.sensitiveData, beliefs.secret),
    usesAi: beliefs.aiProcessing,
    described: stated(context.described),
    conflicting: stated(context.conflicting),
    quarantined: stated(context.quarantined),
    outwardOnGround: onGround(outward),
    destroysOnGround: destroysOnGround(mutates, destroying),
  };
};
