import type { JsonObject, TracedTool } from '@callgate/core';
import type { CallRow } from '../record/call-row.ts';
import type { Grant, GrantScope } from '../record/grant.ts';
import { isEffectiveConstraint } from './argument-constraint.ts';
import type { RequestedGrantScope } from './approval-service.ts';
import type { GrantSituation } from './grant-coverage.ts';
import { listAskingRules, listDestinations, checkGrantCoverage } from './grant-coverage.ts';
import type { People } from './people.ts';

export const MAX_GRANT_USES = 1000;
export const MAX_GRANT_MS: number = 30 * 24 * 3_600_000;
/** More than this nobody oversees. */
export const MAX_GRANT_PARTS = 50;

export interface GrantRequest {
  readonly id: string;
  readonly wish: (RequestedGrantScope | { readonly kind: 'once' }) & {
    readonly uses: number;
    readonly endsInMs: number;
  };
  /** Subjects whose yes counted (`Quorum.counted`), and nobody else. */
  readonly by: readonly string[];
  /** The call that was approved, as it was decided. */
  readonly situation: GrantSituation;
}

export type GrantResult =
  | { readonly made: true; readonly grant: Grant }
  | { readonly made: false; readonly because: string };

const scopeOf = ({ wish, situation }: GrantRequest): GrantScope | string => {
  switch (wish.kind) {
    case 'once':
      return { kind: 'once', call: situation.call };
    case 'session':
      return { kind: 'session', session: situation.session };
    case 'destination': {
      const destinations = listDestinations(situation.tool, situation.args);
      if (destinations === undefined)
        return 'it cannot be said wholly where the call goes, so there is nothing to tie a grant to';
      return destinations.length > MAX_GRANT_PARTS
        ? 'the call goes to more places than a grant may have'
        : { kind: 'destination', destinations };
    }
    case 'arguments': {
      const { constraints } = wish;
      if (constraints.length === 0 || !constraints.every(isEffectiveConstraint))
        return 'a grant must tie some argument down';
      return constraints.length > MAX_GRANT_PARTS
        ? 'a grant may not have so many constraints'
        : { kind: 'arguments', constraints };
    }
    default:
      return 'there is no such grant';
  }
};

const refuse = (because: string): GrantResult => ({ made: false, because });

/** A grant for calls like the one that was just approved, or why there can be none. It always covers that call. */
export const makeGrant = (request: GrantRequest): GrantResult => {
  const { id, wish, by, situation } = request;
  if (!Number.isSafeInteger(wish.uses) || wish.uses < 1 || wish.uses > MAX_GRANT_USES)
    return refuse(`a grant has 1 to ${MAX_GRANT_USES} uses`);
  if (!Number.isSafeInteger(wish.endsInMs) || wish.endsInMs < 1 || wish.endsInMs > MAX_GRANT_MS)
    return refuse('a grant ends within 30 days');
  const scope = scopeOf(request);
  if (typeof scope === 'string') return refuse(scope);
  const { decision, now, principal, server, serverIdentity, target, tool } = situation;
  const grant: Grant = {
    id,
    principal: principal.subject,
    server,
    ...(serverIdentity === undefined ? {} : { serverIdentity }),
    target,
    definition: tool.tool.definition,
    policy: decision.policy,
    scope,
    rules: listAskingRules(decision),
    by: [...by],
    call: situation.call,
    givenAt: now,
    endsAt: now + wish.endsInMs,
    uses: wish.uses,
    usesLeft: wish.uses,
    revoked: null,
  };
  const coverage = checkGrantCoverage(grant, situation);
  return coverage.covers ? { made: true, grant } : refuse(coverage.because);
};

const none = (because: string): GrantResult => ({ made: false, because });

/** What somebody wishes for with their yes to a call that is held. */
export interface CallGrantRequest extends Pick<GrantRequest, 'id' | 'wish'> {
  readonly row: CallRow;
  /** As it is found now; undefined where nobody knows it. */
  readonly tool: TracedTool | undefined;
  /** Opened only where a grant can be made at all. */
  args(): JsonObject;
  readonly people: People;
  readonly subject: string;
  readonly now: number;
}

/** The grant a wish leads to, or why there is none. What is shown before a yes is made here, and so is what is given. */
export const makeGrantForCall = ({
  id,
  wish,
  row,
  tool,
  args,
  people,
  subject,
  now,
}: CallGrantRequest): GrantResult => {
  const { identity } = row.situation;
  if (tool === undefined) return none('the tool is not known here');
  if (row.decision.obligations.redact.length > 0 && wish.kind !== 'session')
    return none('its arguments are secret, so a grant cannot name them');
  if (tool.tool.definition !== row.definition) return none('the tool has been redefined since');
  return makeGrant({
    id,
    wish,
    // only who wished for it gave it; the others agreed to one call
    by: [subject],
    situation: {
      principal: row.principal,
      session: row.session,
      call: row.id,
      server: row.server,
      ...(identity === undefined ? {} : { serverIdentity: identity }),
      target: row.target,
      tool,
      args: args(),
      decision: row.decision,
      people,
      now,
    },
  });
};
