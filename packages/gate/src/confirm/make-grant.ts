import type { JsonObject, TracedTool } from '@callgate/core';
import type { GrantRefusal } from '@callgate/messages/approval';
import type { CallRow } from '../record/call-row.ts';
import type { Grant, GrantScope } from '../record/grant.ts';
import { isEffectiveConstraint } from './argument-constraint.ts';
import type { RequestedGrantScope } from './approval-service.ts';
import { findCallFolder } from './folder-scope.ts';
import type { GrantSituation } from './grant-coverage.ts';
import {
  listAskingRules,
  listDestinations,
  checkGrantCoverage,
  standingRefusalReason,
} from './grant-coverage.ts';
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
  /** Rules that ask besides once the tool's own results have labelled the session. */
  readonly ownLabelRules?: readonly string[];
  /** The call that was approved, as it was decided. */
  readonly situation: GrantSituation;
}

export type GrantResult =
  | { readonly made: true; readonly grant: Grant }
  | { readonly made: false; readonly because: GrantRefusal };

const scopeOf = ({ wish, situation }: GrantRequest): GrantScope | GrantRefusal => {
  switch (wish.kind) {
    case 'once':
      return { kind: 'once', call: situation.call };
    case 'session':
      return { kind: 'session', session: situation.session };
    case 'destination': {
      const destinations = listDestinations(situation.tool, situation.args);
      if (destinations === undefined) return { code: 'noDestination' };
      return destinations.length > MAX_GRANT_PARTS
        ? { code: 'tooManyDestinations' }
        : { kind: 'destination', destinations };
    }
    case 'arguments': {
      const { constraints } = wish;
      if (constraints.length === 0 || !constraints.every(isEffectiveConstraint))
        return { code: 'nothingFixed' };
      return constraints.length > MAX_GRANT_PARTS
        ? { code: 'tooManyConstraints' }
        : { kind: 'arguments', constraints };
    }
    case 'folder': {
      const refusal = standingRefusalReason(situation);
      if (refusal !== undefined) return refusal;
      const folder = findCallFolder(situation.tool, situation.args);
      return folder === undefined ? { code: 'noFolder' } : { kind: 'folder', folder };
    }
    case 'tool':
      return { kind: 'tool' };
    default:
      return { code: 'unknownKind' };
  }
};

const NAMES_NO_ARGUMENT: ReadonlySet<string> = new Set(['session', 'tool']);

const refuse = (because: GrantRefusal): GrantResult => ({ made: false, because });

/** A grant for calls like the one that was just approved, or why there can be none. It always covers that call. */
export const makeGrant = (request: GrantRequest): GrantResult => {
  const { id, wish, by, ownLabelRules = [], situation } = request;
  if (!Number.isSafeInteger(wish.uses) || wish.uses < 1 || wish.uses > MAX_GRANT_USES)
    return refuse({ code: 'uses', max: MAX_GRANT_USES });
  if (!Number.isSafeInteger(wish.endsInMs) || wish.endsInMs < 1 || wish.endsInMs > MAX_GRANT_MS)
    return refuse({ code: 'days' });
  const scope = scopeOf(request);
  if ('code' in scope) return refuse(scope);
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
    ...(ownLabelRules.length === 0 || wish.kind === 'once' ? {} : { ownLabelRules }),
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

/** The grant that an approver asks for when they approve a pending call. */
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
  const { identity, ownLabelRules, asksAhead } = row.situation;
  if (tool === undefined) return refuse({ code: 'unknownTool' });
  if (asksAhead === true) return refuse({ code: 'asksAhead' });
  if (row.decision.obligations.redact.length > 0 && !NAMES_NO_ARGUMENT.has(wish.kind))
    return refuse({ code: 'secret' });
  if (tool.tool.definition !== row.definition) return refuse({ code: 'redefined' });
  return makeGrant({
    id,
    wish,
    // only who wished for it gave it; the others agreed to one call
    by: [subject],
    ...(ownLabelRules === undefined ? {} : { ownLabelRules }),
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
