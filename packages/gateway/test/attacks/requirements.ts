import type { Era } from '../../src/wire/eras.ts';

/** Which part keeps the promise. */
export type RequirementOwner = 'core' | 'gate' | 'gateway' | 'console';

export interface Requirement {
  readonly id: string;
  readonly attack: string;
  /** What happens instead. */
  readonly safe: string;
  readonly eras: readonly Era[];
  readonly transports: readonly ('stdio' | 'http')[];
  readonly where: RequirementOwner;
}

const EVERYWHERE: Pick<Requirement, 'eras' | 'transports'> = {
  eras: ['legacy', 'modern'],
  transports: ['stdio', 'http'],
};
const OVER_HTTP: Pick<Requirement, 'eras' | 'transports'> = {
  eras: ['legacy', 'modern'],
  transports: ['http'],
};

type RequirementScope = Pick<Requirement, 'eras' | 'transports'>;

const one = (
  id: string,
  attack: string,
  safe: string,
  where: RequirementOwner = 'gateway',
  applies: RequirementScope = EVERYWHERE,
): Requirement => ({ id, attack, safe, where, ...applies });

const inConsole = (id: string, attack: string, safe: string): Requirement =>
  one(id, attack, safe, 'console', { eras: [], transports: [] });

/** What is tried against a gateway, and what has to become of it. Tests say which of these they verify. */
export const REQUIREMENTS: readonly Requirement[] = [
  one(
    'A01',
    'a member that is there twice, in any spelling and at any depth',
    'the message is refused before anything is decided',
  ),
  one(
    'A02',
    'a member whose name another program folds into a known one',
    'members are known by their exact names; any other in a protocol object is refused, and so are argument names that fold into each other',
  ),
  one(
    'A03',
    'a call without an id, or with an id that is none',
    'it is refused or dropped, recorded, and never reaches a server',
  ),
  one('A04', 'several messages in one', 'a batch is refused in every version'),
  one(
    'A05',
    'a message that is a request and an answer at once, or has members of neither',
    'whatever has two readings is refused',
  ),
  one(
    'A06',
    'a body that does not say that it is JSON, or is packed',
    'it is refused by its head, before the body is read',
    'gateway',
    OVER_HTTP,
  ),
  one(
    'A07',
    'bytes that are no UTF-8, or that begin with a mark',
    'requests are refused; what a server sends is read strictly or is an error, never passed on unread',
  ),
  one(
    'A08',
    'numbers that programs read differently',
    'they are refused with words that say to send a text instead',
  ),
  one('A09', 'very deep, wide or long messages', 'limits apply while a message is read'),
  one(
    'A10',
    'a message that can be read and not be written again',
    'what has no canonical form does not leave',
    'core',
  ),
  one('A11', 'names that every object has', 'they are names like any other, and mean nothing inside'),
  one(
    'A12',
    'names that look or normalise like a listed one',
    'names are compared byte by byte; what is not listed is unknown, and no server hears of it',
  ),
  one(
    'A13',
    'patterns that match more or less than their author meant',
    'patterns are anchored and literal',
    'core',
  ),
  one(
    'A14',
    'bytes that other programs take for the end of a line',
    'lines end with a line feed and nothing else, and what is written is ASCII',
  ),
  one(
    'A15',
    'requests that two HTTP programs read differently',
    'headers that mean something come once, and no header of a client reaches a server',
    'gateway',
    OVER_HTTP,
  ),
  one(
    'A16',
    'headers that do not say what the body says',
    'the body decides, and headers that differ are refused',
    'gateway',
    { eras: ['modern'], transports: ['http'] },
  ),
  one(
    'A17',
    'an old version, chosen for having fewer checks',
    'there is one kind of call inside, and every attack here is tried in every version',
  ),
  one(
    'A18',
    'taking up somebody else’s stream where it broke off',
    'streams cannot be taken up again',
    'gateway',
    { eras: ['legacy'], transports: ['http'] },
  ),
  one(
    'A20',
    'a second call under the id of one that is still out',
    'the second is refused and the first goes on',
    'gateway',
    { eras: ['legacy', 'modern'], transports: ['stdio', 'http'] },
  ),
  one(
    'A21',
    'ids that are equal in one program and not in another',
    'an answer has the id as it came, or the id is refused',
  ),
  one(
    'A22',
    'a server that answers what was not asked, early, or twice',
    'an id is good for one answer on the connection it was made for',
  ),
  one('A23', 'servers that use the same ids', 'ids belong to one connection; no answer reaches another call'),
  one(
    'A24',
    'progress and cancellations of other people’s calls',
    'tokens are made anew for every call, and a client reaches its own calls only',
  ),
  one('A25', 'a cancellation while a call is being let out', 'one of both wins, and the answer is true'),
  one(
    'A26',
    'clients that send slowly, or do not read',
    'they are cut off after a while, and cost others nothing',
    'gateway',
    OVER_HTTP,
  ),
  one(
    'A27',
    'a flood of questions for people',
    'there is a bound for each principal; beyond it calls are blocked',
  ),
  one('A28', 'huge results', 'there is a bound; what is longer is an error, and the record keeps its digest'),
  one('A29', 'patterns, conditions and schemas that take for ever', 'none of them can', 'core'),
  one(
    'A30',
    'other arguments than those that were approved',
    'an approval is for exactly one call as it was shown',
  ),
  one('A31', 'an approval that is used twice, by anybody', 'it is used once'),
  one(
    'A32',
    'an approval that comes from the agent',
    'who may call cannot decide: tokens are for one side, and answers count only where the operator said so',
  ),
  one(
    'A33',
    'people who approve for themselves, or twice',
    'human beings are counted, and requesters are not',
    'gate',
  ),
  one('A34', 'demands that nobody or everybody meets', 'what cannot be met blocks', 'gate'),
  one(
    'A35',
    'people or policy that change between the word and the call',
    'the stricter of then and now counts',
  ),
  one('A36', 'clocks that go back or run away', 'what has expired stays so', 'gate'),
  inConsole(
    'A37',
    'links, frames and forms that approve by themselves',
    'reading never changes anything, and words are bound to who gives them',
  ),
  inConsole('A38', 'text of servers and agents that runs in the console', 'it is shown and never run'),
  one(
    'A39',
    'a standing approval that comes to mean more',
    'it is bound to the definition, to arguments, to a number of uses and to a time, and messages about it carry no text of others',
    'gate',
  ),
  one(
    'A40',
    'a definition that changes while its call waits',
    'an approval is for one definition; a change voids it at every step',
  ),
  one(
    'A41',
    'hints that change, or differ between connections',
    'a decision goes by what is pinned, and strangers’ hints relax nothing',
  ),
  one(
    'A42',
    'definitions that hide on later pages',
    'all pages are read within bounds; a name that is there twice is set apart, and a list without an end offers nothing',
  ),
  one('A43', 'calling what is not listed', 'only what a principal sees can be called'),
  one(
    'A44',
    'a server that says for how long its definitions stand',
    'we say that, briefly, and for one client only',
  ),
  one(
    'A45',
    'any other method as a way around',
    'only what is on the list is served, and all of it goes through the gate',
  ),
  one(
    'A46',
    'reaching or feeding somebody else’s task',
    'tasks belong to who began them; what is sent to one changes nothing',
  ),
  one(
    'A47',
    'a server that asks the person or the model for something',
    'it is off unless the operator says otherwise, nothing offers it, and who asks is shown',
  ),
  one(
    'A48',
    'results that load something when they are shown',
    'they are labelled, and what would load by itself is made harmless',
  ),
  inConsole('A49', 'pictures and links that the console would fetch', 'the console fetches nothing'),
  one('A50', 'two calls at once, each harmless alone', 'labels rise when a call leaves, one call at a time'),
  one(
    'A51',
    'putting something down in a store and picking it up clean',
    'what was written from a labelled session carries the label to whoever reads it',
  ),
  one('A52', 'another session, to begin anew', 'who can choose its session does not lose its labels by it'),
  one('A53', 'a helper that begins anew', 'calls on somebody’s behalf carry who that is', 'gate'),
  one('A54', 'a server that says that its own results are harmless', 'strangers are not believed'),
  one('A55', 'sending by reading', 'reading from the open world is going out'),
  one(
    'A56',
    'errors, progress and log lines as a way around labels',
    'every text of a server counts as a result',
  ),
  one(
    'A57',
    'so many labels that people switch them off',
    'labels have reasons, and can be taken away by somebody who is named',
    'gate',
  ),
  one(
    'A58',
    'text beside the arguments: trace keys, capabilities, tokens, any member of `_meta`',
    'no text of a client reaches a server but what was judged; Callgate writes the trace itself',
  ),
  one(
    'A59',
    'a server that repeats its own secrets in another spelling or another place',
    'what it was given reaches no agent, log or database, in the spellings that the docs name',
  ),
  one(
    'A60',
    'a server that writes what only Callgate writes',
    'members under dev.callgate/ are removed from everything a server sends on',
  ),
  one(
    'A61',
    'arguments that the tool does not take, and schemas that take for ever to check',
    'the call is refused with path and reason before anything is decided; checking is bounded',
  ),
];
