/** How many people must agree, and from which group. */
export interface ApproverRequirement {
  readonly count: number;
  /** Any eligible person where absent. */
  readonly group?: string;
}

export interface ConcurrencyLimit {
  readonly per: 'tool' | 'server' | 'principal';
  readonly limit: number;
}

/** Part of a week in the operator's time zone: minutes since Monday 00:00, end exclusive. */
export interface HoursWindow {
  readonly from: number;
  readonly to: number;
}

export const MINUTES_PER_WEEK: number = 7 * 24 * 60;

export interface RuleObligations {
  readonly approvers?: readonly ApproverRequirement[];
  /** `strong`: never by grant, the whole arguments opened, a second person where there is one. */
  readonly terms?: 'strong';
  readonly audit?: 'standard' | 'full';
  /** Argument paths whose values are protected in the record. */
  readonly redact?: readonly string[];
  readonly noCaching?: true;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly concurrency?: ConcurrencyLimit;
  readonly hours?: readonly HoursWindow[];
  readonly progress?: true;
  readonly aiTag?: true;
  readonly undo?: true;
  readonly preview?: true;
  readonly notify?: readonly string[];
  /** Labels of one's own that the session has from the call on. */
  readonly raise?: readonly string[];
  readonly model?: { readonly atLeast?: number; readonly atMost?: number };
}

/** What must happen besides, after all matching rules were merged. */
export interface Obligations {
  readonly approvers: readonly ApproverRequirement[];
  readonly terms: 'plain' | 'strong';
  readonly audit: 'standard' | 'full';
  readonly redact: readonly string[];
  readonly noCaching: boolean;
  readonly timeoutMs: number | null;
  readonly retries: number;
  readonly concurrency: readonly ConcurrencyLimit[];
  /** null: any time. */
  readonly hours: readonly HoursWindow[] | null;
  readonly progress: boolean;
  readonly aiTag: boolean;
  readonly undo: boolean;
  readonly preview: boolean;
  readonly notify: readonly string[];
  /** Absent: no label is raised. */
  readonly raise?: readonly string[];
  /** Bounds on the capability of the model that reads the result, 0 to 1. */
  readonly model: { readonly atLeast: number | null; readonly atMost: number | null };
}

/** A rule's obligations with how specific its tool pattern is. */
export interface WeighedObligations {
  readonly demands: RuleObligations;
  readonly specificity: number;
}

const WHOLE_WEEK: readonly HoursWindow[] = [{ from: 0, to: MINUTES_PER_WEEK }];

const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.min(...values);
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));
const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].toSorted();

const given = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);

/** Demands on different groups all hold; on the same group the larger one. */
const mergeApprovers = (demands: readonly ApproverRequirement[]): ApproverRequirement[] => {
  const byGroup = new Map<string | undefined, number>();
  for (const { group, count } of demands) byGroup.set(group, Math.max(count, byGroup.get(group) ?? 0));
  return [...byGroup]
    .map(([group, count]): ApproverRequirement => (group === undefined ? { count } : { count, group }))
    .toSorted((a, b) => ((a.group ?? '') < (b.group ?? '') ? -1 : 1));
};

const mergeConcurrency = (limits: readonly ConcurrencyLimit[]): ConcurrencyLimit[] =>
  (['tool', 'server', 'principal'] as const).flatMap((per) => {
    const limit = least(limits.filter((entry) => entry.per === per).map((entry) => entry.limit));
    return limit === null ? [] : [{ per, limit }];
  });

export const intersectHours = (a: readonly HoursWindow[], b: readonly HoursWindow[]): HoursWindow[] =>
  a
    .flatMap((x) => b.map((y) => ({ from: Math.max(x.from, y.from), to: Math.min(x.to, y.to) })))
    .filter((window) => window.from < window.to)
    .toSorted((x, y) => x.from - y.from);

/** The time-out of the most specific rule; of equally specific ones the shortest; never above the cap. */
const mergeTimeout = (rules: readonly WeighedObligations[], cap: number | null): number | null => {
  const timed = rules.filter(({ demands }) => demands.timeoutMs !== undefined);
  const top = most(timed.map(({ specificity }) => specificity));
  const chosen = least(
    given(timed.filter(({ specificity }) => specificity === top).map(({ demands }) => demands.timeoutMs)),
  );
  if (chosen === null) return cap;
  return cap === null ? chosen : Math.min(chosen, cap);
};

/** Merges what all matching rules demand. Retries need a believed idempotent tool. */
export const mergeObligations = (
  rules: readonly WeighedObligations[],
  context: { readonly idempotent: boolean; readonly timeoutCapMs: number | null },
): Obligations => {
  const all = rules.map(({ demands }) => demands);
  const hours = given(all.map((demands) => demands.hours));
  const raise = union(given(all.map((demands) => demands.raise)));
  return {
    approvers: mergeApprovers(all.flatMap((demands) => demands.approvers ?? [])),
    terms: all.some((demands) => demands.terms === 'strong') ? 'strong' : 'plain',
    audit: all.some((demands) => demands.audit === 'full') ? 'full' : 'standard',
    redact: union(given(all.map((demands) => demands.redact))),
    noCaching: all.some((demands) => demands.noCaching),
    timeoutMs: mergeTimeout(rules, context.timeoutCapMs),
    retries: context.idempotent ? (least(given(all.map((demands) => demands.retries))) ?? 0) : 0,
    concurrency: mergeConcurrency(given(all.map((demands) => demands.concurrency))),
    hours: hours.length === 0 ? null : hours.reduce(intersectHours, WHOLE_WEEK),
    progress: all.some((demands) => demands.progress),
    aiTag: all.some((demands) => demands.aiTag),
    undo: all.some((demands) => demands.undo),
    preview: all.some((demands) => demands.preview),
    notify: union(given(all.map((demands) => demands.notify))),
    ...(raise.length === 0 ? {} : { raise }),
    model: {
      atLeast: most(given(all.map((demands) => demands.model?.atLeast))),
      atMost: least(given(all.map((demands) => demands.model?.atMost))),
    },
  };
};

export const NO_OBLIGATIONS: Obligations = Object.freeze(
  mergeObligations([], { idempotent: false, timeoutCapMs: null }),
);

/**
 * The obligations of a call to a server nobody vouches for: what its own claims add is kept, but they neither
 * lengthen a time-out, nor allow a retry, nor lower the capability of a model.
 */
export const dropUngroundedRelief = (all: Obligations, grounded: Obligations): Obligations => ({
  ...all,
  timeoutMs: least([all.timeoutMs, grounded.timeoutMs].filter((limit) => limit !== null)),
  retries: Math.min(all.retries, grounded.retries),
  model: { atLeast: all.model.atLeast, atMost: grounded.model.atMost },
});
