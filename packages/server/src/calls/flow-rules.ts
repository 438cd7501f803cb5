import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import { guardErrors } from '@callgate/messages/errors/guard';
import type { DeclaredLimits } from './guarded-tool.ts';
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

const NO_ORIGIN: FlowOrigin = { labels: [], contributors: [], unreadable: false };
const UNREADABLE: FlowOrigin = { labels: [], contributors: [], unreadable: true };

/** The same label is written in many ways; rules must not be avoided by that. */
const normaliseName = (name: string): string => name.trim().toLowerCase();

const NAMES: ReadonlySet<string> = new Set(['server', 'name', 'id']);

/** Undefined where it says more than a name: what that is, nobody here knows. */
const nameOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return normaliseName(value);
  if (!isJsonObject(value)) return undefined;
  const [only, ...more] = Object.entries(value);
  if (only === undefined || more.length > 0 || !NAMES.has(only[0])) return undefined;
  return typeof only[1] === 'string' ? normaliseName(only[1]) : undefined;
};

const textsAt = (object: JsonObject, key: string): readonly string[] | undefined => {
  const value = getOwn(object, key);
  if (value === undefined) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = items.map(nameOf).filter((name) => name !== undefined);
  return names.length === items.length ? names : undefined;
};

/** Reads the origin out of a request's `_meta`. */
export const readFlowOrigin = (meta: JsonObject): FlowOrigin => {
  const value = getOwn(meta, FLOW_ORIGIN_KEY);
  if (value === undefined) return NO_ORIGIN;
  if (!isJsonObject(value)) return UNREADABLE;
  const labels = textsAt(value, 'labels');
  const contributors = textsAt(value, 'contributors');
  if (labels === undefined || contributors === undefined) return UNREADABLE;
  // an origin in words that nobody here knows is an origin all the same
  const strange = Object.keys(value).some((key) => key !== 'labels' && key !== 'contributors');
  return strange ? UNREADABLE : { labels, contributors, unreadable: false };
};

/** For calls whose request could not be looked at. */
export const UNSEEN_ORIGIN: FlowOrigin = UNREADABLE;

const anyMatches = (patterns: readonly string[] | undefined, names: readonly string[]): boolean =>
  (patterns ?? []).some((pattern) => names.some((name) => globMatches(pattern, name)));

const normaliseNames = (patterns: readonly string[] | undefined): readonly string[] =>
  (patterns ?? []).map(normaliseName);

/** Rules as they are compared. One that is about no origin would never count. */
export const normaliseRules = (rules: readonly FlowRule[]): readonly FlowRule[] =>
  rules.map((rule) => {
    const labels = normaliseNames(rule.labels);
    const contributors = normaliseNames(rule.contributors);
    if (labels.length === 0 && contributors.length === 0)
      throw new CallgateError(guardErrors.flowRuleEmpty());
    return { ...rule, labels, contributors };
  });

const isConsequential = ({ answers }: DeclaredLimits): boolean =>
  answers.readOnly !== 'yes' || answers.openWorld !== 'no';

const appliesToCall = (rule: FlowRule, origin: FlowOrigin, call: DeclaredLimits): boolean => {
  const about = rule.tools === undefined ? isConsequential(call) : anyMatches(rule.tools, [call.tool]);
  if (!about) return false;
  return (
    origin.unreadable ||
    anyMatches(rule.labels, origin.labels) ||
    anyMatches(rule.contributors, origin.contributors)
  );
};

/** The rules that hold this call back, refusals first. */
export const findRestrictions = (
  rules: readonly FlowRule[],
  origin: FlowOrigin,
  call: DeclaredLimits,
): readonly FlowRule[] =>
  rules
    .filter((rule) => appliesToCall(rule, origin, call))
    .toSorted((a, b) => Number(b.then === 'refuse') - Number(a.then === 'refuse'));
