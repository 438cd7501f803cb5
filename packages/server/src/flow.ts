import type { JsonObject } from '@callgate/core';
import { globMatches, isJsonObject, own } from '@callgate/core';
import type { CallClass } from './call-class.ts';
import { FLOW_ORIGIN_KEY } from './keys.ts';

/** What a caller says of where the content behind a call came from. It can only restrict. */
export interface FlowOrigin {
  readonly labels: readonly string[];
  /** Servers whose content had a part in it. */
  readonly contributors: readonly string[];
  /** Something was said that cannot be read: every rule counts. */
  readonly unreadable: boolean;
}

/** What is refused, or asked about, for calls with such an origin. There is no rule that allows. */
export interface FlowRule {
  /** Any of these labels; globs. */
  readonly labels?: readonly string[];
  /** Any of these contributors; globs. */
  readonly contributors?: readonly string[];
  /** Only these tools; globs. All that change something or reach outside where nothing is said. */
  readonly tools?: readonly string[];
  readonly then: 'ask' | 'refuse';
  readonly reason: string;
}

const NOTHING_SAID: FlowOrigin = { labels: [], contributors: [], unreadable: false };
const UNREADABLE: FlowOrigin = { labels: [], contributors: [], unreadable: true };

const nameOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return undefined;
  const name = own(value, 'server') ?? own(value, 'name') ?? own(value, 'id');
  return typeof name === 'string' ? name : undefined;
};

const textsAt = (object: JsonObject, key: string): readonly string[] | undefined => {
  const value = own(object, key);
  if (value === undefined) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = items.map(nameOf).filter((name) => name !== undefined);
  return names.length === items.length ? names : undefined;
};

/** Reads the origin out of a request's `_meta`. */
export const flowOriginOf = (meta: JsonObject): FlowOrigin => {
  const value = own(meta, FLOW_ORIGIN_KEY);
  if (value === undefined) return NOTHING_SAID;
  if (!isJsonObject(value)) return UNREADABLE;
  const labels = textsAt(value, 'labels');
  const contributors = textsAt(value, 'contributors');
  if (labels === undefined || contributors === undefined) return UNREADABLE;
  // an origin in words that nobody here knows is an origin all the same
  const strange = labels.length === 0 && contributors.length === 0 && Object.keys(value).length > 0;
  return strange ? UNREADABLE : { labels, contributors, unreadable: false };
};

/** For calls whose request could not be looked at. */
export const UNSEEN_ORIGIN: FlowOrigin = UNREADABLE;

const anyMatches = (patterns: readonly string[] | undefined, names: readonly string[]): boolean =>
  (patterns ?? []).some((pattern) => names.some((name) => globMatches(pattern, name)));

const isConsequential = ({ answers }: CallClass): boolean =>
  answers.readOnly !== 'yes' || answers.openWorld !== 'no';

const concerns = (rule: FlowRule, origin: FlowOrigin, call: CallClass): boolean => {
  const about = rule.tools === undefined ? isConsequential(call) : anyMatches(rule.tools, [call.tool]);
  if (!about) return false;
  return (
    origin.unreadable ||
    anyMatches(rule.labels, origin.labels) ||
    anyMatches(rule.contributors, origin.contributors)
  );
};

/** The rules that hold this call back, refusals first. */
export const restrictionsOn = (
  rules: readonly FlowRule[],
  origin: FlowOrigin,
  call: CallClass,
): readonly FlowRule[] =>
  rules
    .filter((rule) => concerns(rule, origin, call))
    .toSorted((a, b) => Number(b.then === 'refuse') - Number(a.then === 'refuse'));
