import type { Decision, Json, JsonObject, Principal, TracedTool } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import type { GrantRefusal } from '@callgate/messages/approval';
import type { Grant, GrantScope } from '../record/grant.ts';
import type { Vote } from '../record/vote.ts';
import { isConstraintMet } from './argument-constraint.ts';
import { isCallInFolder } from './folder-scope.ts';
import type { People } from './people.ts';
import { judgeQuorum } from './quorum.ts';

/** A call that was decided, with all that says whether a grant is about it. */
export interface GrantSituation {
  readonly principal: Principal;
  /** Key of the session it is judged on. */
  readonly session: string;
  readonly call: string;
  readonly server: string;
  /** Digest of the command or url that answers to the alias; absent where the program runs its tools itself. */
  readonly serverIdentity?: string;
  readonly target: string;
  /** The tool as it is defined now. */
  readonly tool: TracedTool;
  readonly args: JsonObject;
  readonly decision: Decision;
  /** Nothing but this tool labelled the session. */
  readonly areLabelsOwn?: boolean;
  readonly people: People;
  readonly now: number;
}

export type GrantCoverage =
  | { readonly covers: true }
  | { readonly covers: false; readonly because: GrantRefusal };

/** Stands among the rules of a grant where no rule asked: a call that nothing allows is confirmed. No rule has such an id. */
export const NO_RULE = '(no rule)';

/** The ids of what made the call one that people are asked about. */
export const listAskingRules = ({ rules }: Decision): readonly string[] => {
  const asking = rules.filter(({ outcome, counted }) => outcome === 'confirm' || counted === 'fault');
  return asking.length === 0 ? [NO_RULE] : [...new Set(asking.map(({ id }) => id))].toSorted();
};

/** A rule asks now that did not ask then: what people said then does not answer it. */
export const hasNewAskingRule = (then: Decision, now: Decision): boolean => {
  const asked = new Set(listAskingRules(then));
  return now.outcome === 'confirm' && listAskingRules(now).some((id) => !asked.has(id));
};

/** A list or object with nothing in it may mean everybody. */
const hasEmptyDestination = ({ places }: TracedTool, args: JsonObject): boolean => {
  const isEmptyAt = (value: Json, path: readonly (string | number)[]): boolean => {
    if (Array.isArray(value))
      return value.length === 0
        ? places.roleAt(path) === 'destination'
        : value.some((item: Json, index) => isEmptyAt(item, [...path, index]));
    if (!isJsonObject(value)) return false;
    const keys = Object.keys(value);
    if (keys.length === 0) return path.length > 0 && places.roleAt(path) === 'destination';
    return keys.some((key) => isEmptyAt(getOwn(value, key) ?? null, [...path, key]));
  };
  return isEmptyAt(args, []);
};

/** Where a call goes to, each place once; undefined if that cannot be said wholly. */
export const listDestinations = (tool: TracedTool, args: JsonObject): readonly string[] | undefined => {
  const values = tool.places.valuesOf(args)?.filter(({ role }) => role === 'destination');
  if (values === undefined || hasEmptyDestination(tool, args)) return undefined;
  const texts = new Set<string>();
  for (const { value } of values) {
    // the number 1 and the text "1" may be two places
    if (typeof value !== 'string' || value === '') return undefined;
    texts.add(value);
  }
  return texts.size === 0 ? undefined : [...texts].toSorted();
};

/** Deeds that write. A tool that may destroy and has no such name may do anything. */
const WRITES: ReadonlySet<string> = new Set(['create', 'change']);
const NEVER_STANDING: ReadonlySet<string> = new Set(['remove', 'move', 'run', 'stop', 'pay']);

/** Why no grant beyond a session covers a call; undefined where one may. */
export const standingRefusalReason = ({
  tool: { name },
  decision: { facts, beliefs },
}: GrantSituation): GrantRefusal | undefined => {
  if (beliefs['requiresConfirmation']?.value === 'yes') return { code: 'authorAsks' };
  if (facts.described !== 'yes') return { code: 'unreviewed' };
  if (facts.irreversible === 'yes') return { code: 'irreversible' };
  if (facts.destroys === 'no') return undefined;
  const isWrite =
    name.deeds.some((deed) => WRITES.has(deed)) && !name.deeds.some((deed) => NEVER_STANDING.has(deed));
  return isWrite ? undefined : { code: 'deletes' };
};

const outsideScope = (scope: GrantScope, situation: GrantSituation): GrantRefusal | undefined => {
  switch (scope.kind) {
    case 'once':
      return scope.call === situation.call ? undefined : { code: 'otherCall' };
    case 'session':
      return scope.session === situation.session ? undefined : { code: 'otherSession' };
    case 'destination': {
      const destinations = listDestinations(situation.tool, situation.args);
      if (destinations === undefined) return { code: 'destinationUnknown' };
      const other = destinations.find((to) => !scope.destinations.includes(to));
      return other === undefined ? undefined : { code: 'otherDestination', to: display(other, { max: 200 }) };
    }
    case 'arguments': {
      if (scope.constraints.length === 0) return { code: 'noConstraint' };
      const broken = scope.constraints.find((constraint) => !isConstraintMet(situation.args, constraint));
      return broken === undefined ? undefined : { code: 'otherArgument' };
    }
    case 'folder':
      return (
        standingRefusalReason(situation) ??
        (isCallInFolder(situation.tool, situation.args, scope.folder) ? undefined : { code: 'otherFolder' })
      );
    case 'tool':
      return standingRefusalReason(situation);
    default:
      return {
        code: 'unknownScope',
        kind: display(String((scope satisfies never as { kind?: unknown }).kind)),
      };
  }
};

const findMismatch = (
  grant: Grant,
  { principal, server, serverIdentity, target, tool }: GrantSituation,
): GrantRefusal | undefined => {
  if (grant.principal !== principal.subject) return { code: 'otherUser' };
  if (grant.server !== server) return { code: 'otherServer' };
  // an alias is a name that anybody can give to another command
  if (grant.serverIdentity !== serverIdentity) return { code: 'otherIdentity' };
  // a prompt may be named and defined like a tool
  if (tool.tool.kind !== 'tool') return { code: 'notTool' };
  if (grant.target !== target) return { code: 'otherTool' };
  if (grant.definition !== tool.tool.definition) return { code: 'redefined' };
  return undefined;
};

const isOver = ({ revoked, endsAt, usesLeft }: Grant, now: number): GrantRefusal | undefined => {
  if (revoked !== null) return { code: 'revoked' };
  if (!(endsAt > now)) return { code: 'expired' };
  return usesLeft > 0 ? undefined : { code: 'usedUp' };
};

const tooStrict = (
  { rules, ownLabelRules = [], policy }: Grant,
  { decision, areLabelsOwn = false }: GrantSituation,
): GrantRefusal | undefined => {
  if (policy !== decision.policy) return { code: 'otherPolicy' };
  if (decision.outcome === 'block') return { code: 'blocked' };
  if (decision.outcome !== 'confirm') return { code: 'notNeeded' };
  if (decision.obligations.terms !== 'plain') return { code: 'extraChecks' };
  const answered = new Set(areLabelsOwn ? [...rules, ...ownLabelRules] : rules);
  const other = listAskingRules(decision).find((id) => !answered.has(id));
  return other === undefined ? undefined : { code: 'otherRule', rule: display(other) };
};

/** The givers' word once more, for the call of now. */
const givers = ({ by, call, givenAt }: Grant): readonly Vote[] =>
  by.map((subject) => ({
    call,
    subject,
    verdict: 'approve',
    via: 'console',
    at: givenAt,
    opened: true,
    reason: null,
  }));

const notEnough = (
  grant: Grant,
  { decision, people, principal }: GrantSituation,
): GrantRefusal | undefined => {
  const { state, missing } = judgeQuorum({
    demands: decision.obligations.approvers,
    terms: 'plain',
    votes: givers(grant),
    people,
    requester: principal,
  });
  return state === 'approved' ? undefined : { code: 'notEnough', missing };
};

/** Whether a grant stands in for people about this call. It answers the rules it was given for and never severity. */
export const checkGrantCoverage = (grant: Grant, situation: GrantSituation): GrantCoverage => {
  const because =
    findMismatch(grant, situation) ??
    isOver(grant, situation.now) ??
    tooStrict(grant, situation) ??
    outsideScope(grant.scope, situation) ??
    notEnough(grant, situation);
  return because === undefined ? { covers: true } : { covers: false, because };
};
