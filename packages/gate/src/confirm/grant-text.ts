import { display } from '@callgate/core';
import type { Grant, GrantScope } from '../record/grant.ts';
import { describeConstraint } from './argument-constraint.ts';

const reach = (scope: GrantScope): string => {
  switch (scope.kind) {
    case 'once':
      return `only in the call ${display(scope.call)}`;
    case 'session':
      return `with any arguments, in the session ${display(scope.session)} only`;
    case 'destination':
      return `to ${scope.destinations.map((text) => `“${display(text)}”`).join(', ')} and nowhere else, with anything else in the arguments`;
    case 'arguments':
      return `where ${scope.constraints.map(describeConstraint).join(' and ')}, with anything else in the arguments`;
    default:
      return 'nowhere';
  }
};

const listed = (names: readonly string[]): string => names.map((name) => `\`${display(name)}\``).join(', ');

const ending = ({ revoked, usesLeft, uses, endsAt }: Grant): string =>
  revoked === null
    ? `${usesLeft} of ${uses} uses left, until ${new Date(endsAt).toISOString()}`
    : `taken back by ${display(revoked.by)} at ${new Date(revoked.at).toISOString()}: ${display(revoked.reason)}`;

/** What a grant means by its server: an alias alone names nothing. */
const serverText = ({ server, serverIdentity }: Grant): string =>
  serverIdentity === undefined
    ? `\`${display(server)}\` (given without a command or url)`
    : `\`${display(server)}\` with its present command or url (${display(serverIdentity.slice(0, 19))})`;

/** How far a grant really reaches, for people. */
export const describeGrantScope = (grant: Grant): string =>
  `${display(grant.principal)} may call \`${display(grant.target)}\` of the server ${serverText(grant)} ` +
  `${reach(grant.scope)}, without anybody being asked; ${ending(grant)}. ` +
  `It answers ${listed(grant.rules)} and no other rule, never a call on strong terms, and ends when the tool is redefined or the server gets another command or url. ` +
  `Given by ${grant.by.map((subject) => display(subject)).join(', ')}.`;
