/** Tests of other parts that keep a promise of the list, by file and title. */
export interface TestPointer {
  readonly id: string;
  readonly file: string;
  readonly title: string;
}

const at =
  (file: string) =>
  (id: string, title: string): TestPointer => ({ id, file, title });

const approvals = at('packages/gate/test/approvals.test.ts');
const changes = at('packages/gate/test/approve-then-change.test.ts');
const races = at('packages/gate/test/races.test.ts');
const quorum = at('packages/gate/test/confirm-quorum.test.ts');
const quorumCases = at('packages/gate/src/confirm/quorum.test.ts');
const grants = at('packages/gate/test/confirm-grants.test.ts');
const inBand = at('packages/gate/test/in-band.test.ts');
const shut = at('packages/gate/test/stays-shut.test.ts');
const sessions = at('packages/gate/test/sessions.test.ts');
const legs = at('packages/gate/test/parallel-legs.test.ts');
const waits = at('packages/gate/test/long-waits.test.ts');
const canonicalForm = at('packages/core/src/receive/canonical.test.ts');
const received = at('packages/core/src/receive/call.test.ts');
const strict = at('packages/core/src/receive/strict-parse.test.ts');
const glob = at('packages/core/src/condition/glob.test.ts');
const uris = at('packages/gateway/src/disclose/uri-template.test.ts');
const hostile = at('packages/gateway/test/dispatch/hostile.test.ts');
const slow = at('packages/gateway/src/receive/http/serve-http.test.ts');

export const TESTED_ELSEWHERE: readonly TestPointer[] = [
  strict('A01', 'a key repeated in any object, spelled any way, is refused'),
  canonicalForm('A10', 'what holds itself has none'),
  canonicalForm('A10', 'depth is limited exactly'),
  canonicalForm('A10', 'a small value that unfolds without end has none'),
  received('A10', 'a parser and a writer that disagree stop the call'),
  strict('A11', 'traps on Object.prototype are not sprung'),
  glob('A13', 'matches the whole text, case-sensitively'),
  glob('A13', 'agrees with a regular expression'),
  hostile('A14', 'with a carriage return inside a string is refused, with one at the end of a line is not'),
  hostile('A14', 'that sends a line of 100 MiB is cut off, and no memory is kept for it'),
  hostile('A23', 'use the same ids and never meet'),
  slow(
    'A26',
    'a head that is too large or too slow, and a body that does not come, cost a connection and nothing else',
  ),
  slow('A26', 'who does not read is cut off'),
  glob('A29', 'takes no exponential time'),
  strict('A29', 'a literal of millions of digits is judged in linear time'),
  changes('A30', 'times somebody comes back for an approved call with another one: nothing leaves'),
  races('A31', 'races for one approval, by two gates on one store: one winner each'),
  approvals('A31', 'is used once: whoever comes back again gets what became of it'),
  inBand('A32', 'of several people need the client listed, and never make two approvals of one'),
  inBand('A32', 'of the lethal trifecta is never approved over the agent’s connection'),
  approvals('A33', 'do not approve their own calls, nor those made on their behalf'),
  quorum('A33', 'is what an independent checker says in'),
  quorumCases('A33', 'are one human however often and in whichever direction that is said'),
  quorumCases('A34', 'cannot be more than there are, nor of a group that is gone or has no name'),
  approvals('A34', 'are not asked where so many cannot agree: that blocks'),
  changes('A35', 'times labels, policy, definition, people or time change after a yes: nothing leaves'),
  approvals('A36', 'is refused when its time is over, approved or not'),
  waits('A36', 'restarts and seven days; each ends exactly once'),
  grants('A39', 'covers nothing any more once one thing that it is bound to differs'),
  grants('A39', 'never covers severity, whatever it was given for'),
  shut('A39', 'does not answer a rule that asks only now, as when a server is no longer trusted'),
  legs('A50', 'orders of a private read, an untrusted read and an outward call'),
  sessions('A51', 'are written into a store and read back by another context'),
  shut('A53', 'of one principal is not shared with another delegation of it'),
  approvals('A53', 'do not approve their own calls, nor those made on their behalf'),
  sessions('A57', 'are taken away by somebody who is named, for a reason, and that is in the record'),
  shut('A57', 'of a store can be taken away, and age'),
  uris('A29', 'takes work in proportion to the uri, whatever the template is made of'),
];
