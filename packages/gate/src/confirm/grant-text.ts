import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import type { Grant, GrantScope } from '../record/grant.ts';
import { describeConstraint } from './argument-constraint.ts';

const text = approvalMessages.grant;

const reach = (scope: GrantScope): string => {
  switch (scope.kind) {
    case 'once':
      return text.once({ call: display(scope.call) });
    case 'session':
      return text.session({ session: display(scope.session) });
    case 'destination':
      return text.destination({ destinations: scope.destinations.map((to) => display(to)) });
    case 'arguments':
      return text.arguments({ constraints: scope.constraints.map(describeConstraint) });
    case 'folder':
      return text.folder({ folder: display(scope.folder, { max: 1100 }) });
    case 'tool':
      return text.tool;
    default:
      return text.nowhere;
  }
};

const moment = (at: number): string => new Date(at).toISOString();

const ending = ({ revoked, usesLeft, uses, endsAt }: Grant): string =>
  revoked === null
    ? text.left({ left: usesLeft, uses, until: moment(endsAt) })
    : text.revoked({ by: display(revoked.by), at: moment(revoked.at), reason: display(revoked.reason) });

/** What a grant means by its server: an alias alone names nothing. */
const serverText = ({ server, serverIdentity }: Grant): string =>
  text.server({
    server: display(server),
    identity: serverIdentity === undefined ? undefined : display(serverIdentity.slice(0, 19)),
  });

/** How far a grant really reaches, for people. */
export const describeGrantScope = (grant: Grant): string =>
  text.scope({
    who: display(grant.principal),
    tool: display(grant.target),
    server: serverText(grant),
    reach: reach(grant.scope),
    ending: ending(grant),
    rules: grant.rules.map((rule) => display(rule)),
    ownLabelRules: (grant.ownLabelRules ?? []).map((rule) => display(rule)),
    by: grant.by.map((subject) => display(subject)),
  });
