import type { Decision, Outcome } from '@callgate/core';
import type { ConcurrencyLimit, HoursWindow, Obligations } from '@callgate/core/decide';
import { MINUTES_PER_WEEK, isStricter } from '@callgate/core/decide';

/**
 * How the same call fares under the other policy. `runs`: it was asked about or blocked and would run by itself.
 * `loosened`: less is asked than before. `otherwise`: neither more nor less.
 */
export type ChangeKind = 'runs' | 'loosened' | 'tightened' | 'otherwise';

/** What loosens comes first. */
export const CHANGE_KINDS: readonly ChangeKind[] = ['runs', 'loosened', 'tightened', 'otherwise'];

interface WeighedChange {
  readonly kind: ChangeKind;
}

/** Sorts what loosens before all else. */
export const compareByKind = (one: WeighedChange, other: WeighedChange): number =>
  CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind);

type WeighedDecision = Pick<Decision, 'outcome' | 'mode' | 'obligations'>;

/** What happens: a policy that only observes lets everything run. */
export const effectiveOutcome = ({ outcome, mode }: Pick<Decision, 'outcome' | 'mode'>): Outcome =>
  mode === 'observe' ? 'auto' : outcome;

/** Positive where `after` asks for less, negative where it asks for more, 0 where neither can be said. */
type LoosenessMeasure = (before: Obligations, after: Obligations) => number;

const compareSets = (before: readonly string[], after: readonly string[]): number => {
  const gone = before.some((each) => !after.includes(each));
  const more = after.some((each) => !before.includes(each));
  return gone ? 1 : more ? -1 : 0;
};

const people = ({ approvers }: Obligations, group: string | undefined): number =>
  approvers.find((demand) => demand.group === group)?.count ?? 0;

const groupsOf = ({ approvers }: Obligations): readonly (string | undefined)[] =>
  approvers.map(({ group }) => group);

const fewerPeople: LoosenessMeasure = (before, after) => {
  const groups = [...new Set([...groupsOf(before), ...groupsOf(after)])];
  const differences = groups.map((group) => people(before, group) - people(after, group));
  return differences.find((difference) => difference > 0) ?? differences.find((each) => each < 0) ?? 0;
};

const flag =
  (of: (obligations: Obligations) => boolean): LoosenessMeasure =>
  (before, after) =>
    Number(of(before)) - Number(of(after));

/** No limit is the loosest. */
const limit =
  (of: (obligations: Obligations) => number | null): LoosenessMeasure =>
  (before, after) =>
    Math.sign((of(after) ?? Infinity) - (of(before) ?? Infinity)) || 0;

const concurrencyLimit = (limits: readonly ConcurrencyLimit[], per: ConcurrencyLimit['per']): number | null =>
  limits.find((each) => each.per === per)?.limit ?? null;

const WEEK: readonly HoursWindow[] = [{ from: 0, to: MINUTES_PER_WEEK }];

/** Whether every minute of these is a minute of the others. */
const isWithin = (hours: readonly HoursWindow[] | null, others: readonly HoursWindow[] | null): boolean => {
  const open = [...(others ?? WEEK)].toSorted((a, b) => a.from - b.from);
  return (hours ?? WEEK).every(({ from, to }) => {
    let covered = from;
    for (const each of open) if (each.from <= covered) covered = Math.max(covered, each.to);
    return covered >= to;
  });
};

/** One minute that was shut is loosened, however many are shut instead. */
const compareHours: LoosenessMeasure = (before, after) => {
  if (!isWithin(after.hours, before.hours)) return 1;
  return isWithin(before.hours, after.hours) ? 0 : -1;
};

/** Of what people are asked; nothing where nobody is. */
const ASKING: readonly LoosenessMeasure[] = [
  fewerPeople,
  flag(({ terms }) => terms === 'strong'),
  flag(({ preview }) => preview),
];

const ALWAYS: readonly LoosenessMeasure[] = [
  flag(({ audit }) => audit === 'full'),
  (before, after) => compareSets(before.redact, after.redact),
  flag(({ noCaching }) => noCaching),
  limit(({ timeoutMs }) => timeoutMs),
  (before, after) => after.retries - before.retries,
  ...(['tool', 'server', 'principal'] as const).map((per) =>
    limit(({ concurrency }) => concurrencyLimit(concurrency, per)),
  ),
  compareHours,
  (before, after) => compareSets(before.notify, after.notify),
  (before, after) => compareSets(before.raise ?? [], after.raise ?? []),
  (before, after) => (before.model.atLeast ?? 0) - (after.model.atLeast ?? 0),
];

/** How a call fares under another policy; undefined where nothing changes. One duty less is loosened, whatever else is more. */
export const weighChange = (before: WeighedDecision, after: WeighedDecision): ChangeKind | undefined => {
  const [then, now] = [effectiveOutcome(before), effectiveOutcome(after)];
  if (isStricter(then, now)) return now === 'auto' ? 'runs' : 'loosened';
  if (isStricter(now, then)) return 'tightened';
  const measures = now === 'auto' ? ALWAYS : [...ASKING, ...ALWAYS];
  const weights =
    now === 'block' ? [] : measures.map((measure) => measure(before.obligations, after.obligations));
  if (weights.some((weight) => weight > 0)) return 'loosened';
  if (weights.some((weight) => weight < 0)) return 'tightened';
  return undefined;
};
