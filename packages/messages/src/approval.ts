import { callStateWord } from './text/call-state.ts';
import type { ReasonCode } from './text/reason-code.ts';
import { reasonText } from './text/reason-code.ts';
import type { Sentence } from './text/sentence.ts';

const people = (count: number): string => (count === 1 ? '1 approval' : `${count} approvals`);

/** What an approval on strict terms takes besides. */
const EXTRA_CHECKS = [
  'read all arguments',
  'confirm a second time',
  'a second person if there is one',
  'no “Always allow”',
];

/** A value in the sentence that says what a call does. */
interface ShownActValue<V> {
  readonly as: 'object' | 'linked' | 'named';
  readonly name: V;
  readonly text: V;
}

const namedValues = <V>(values: readonly ShownActValue<V>[]): Sentence<V> =>
  values.flatMap(({ name, text }, at) => [...(at === 0 ? [' ('] : [', ']), name, ': ', text]);

interface AllowedCalls {
  readonly tool: string;
  readonly server: string;
  readonly folder: string;
  /** Also where nothing but the tool's own results labelled the session. */
  readonly hasOwnLabels: boolean;
  /** Nothing tells sessions of this host apart. */
  readonly isEverySession: boolean;
}

const allowedTool = ({ tool, server }: Pick<AllowedCalls, 'tool' | 'server'>): string =>
  `Allow ${tool} of ${server}`;

const ownLabels = ({ hasOwnLabels }: Pick<AllowedCalls, 'hasOwnLabels'>): string =>
  hasOwnLabels ? ', also after its own results' : '';

/** What is missing for an approval, or why there can be none. */
const missingApprovals = {
  moreNeeded: ({ count, group }: { count: number; group: string | undefined }): string =>
    `Needs ${count} more ${count === 1 ? 'approval' : 'approvals'}${group === undefined ? '' : ` from \`${group}\``}`,
  tooFew: ({ count, group, able }: { count: number; group: string | undefined; able: number }): string =>
    `Needs ${people(count)}${group === undefined ? '' : ` from \`${group}\``}, but only ${able} ${able === 1 ? 'person' : 'people'} may approve`,
  invalidDemand: 'A rule demands an impossible number or group of approvers',
  nobodyLeft: 'Nobody may approve this call',
};

export type MissingApproval = ReasonCode<typeof missingApprovals>;

export const missingText = (missing: readonly MissingApproval[]): string =>
  missing.map((each) => reasonText(missingApprovals, each)).join('; ');

/** Why a vote does not count. */
const voteReasons = {
  notAsked: 'This call does not wait for approval',
  over: ({ state }: { state: string }): string => `The call is ${callStateWord(state)}`,
  expired: 'The approval time is over',
  changed: 'The call changed since you saw it',
  forbidden: ({ subject }: { subject: string }): string => `${subject} may not vote on this call`,
  notOpened: 'Extra checks required: open the whole arguments first',
  twice: 'You already voted on this call',
  late: 'The call was decided at the same moment',
  quarantined: 'The tool is quarantined',
  leaksPrivate: 'The call could leak private data',
  extraChecks: 'The call requires extra checks',
  irreversible: 'The server is not trusted and the call cannot be undone',
  destroys: 'The server is not trusted and the call may delete or overwrite data',
  fromUntrusted: 'A value was first seen in untrusted content',
  off: 'The operator set answersInBand to false',
  unlistedOverHttp: 'Over HTTP, only answers from clients that the operator listed count',
  unlisted: 'With several approvers, only answers from clients that the operator listed count',
  notOnePerson: 'The connection does not belong to one person',
  notApprover: 'The person on this connection may not vote on the call',
  failedBefore: 'An earlier answer over this connection did not count',
  tooLong: 'The call is too long to show over this connection',
  noQuestion: 'The answer does not say which question it answers',
  otherQuestion: 'The answer is not to a question about this call',
  notWhole: 'Not all arguments were shown',
  noCode: 'The code was not typed',
  tooSoon: ({ ms }: { ms: number }): string =>
    `The answer came ${ms} ms after the question, sooner than a person can read it`,
};

export type VoteReason = ReasonCode<typeof voteReasons>;

export const voteReasonText = (reason: VoteReason): string => reasonText(voteReasons, reason);

/** Why calls may not be approved together. */
const groupRefusals = {
  empty: 'There is nothing to decide',
  otherTools: 'They are not all calls of the same tool',
  missing: 'One of them does not exist',
  blocked: 'One of them is blocked',
  extraChecks: 'One of them requires extra checks',
  labelled: 'One of them comes from a session that has read private or untrusted content',
  destroys: 'One of them may delete or overwrite data',
  undoUnknown: 'Unknown whether one of them can be undone',
};

export type GroupRefusal = ReasonCode<typeof groupRefusals>;

export const groupRefusalText = (refusal: GroupRefusal): string => reasonText(groupRefusals, refusal);

/** Why a grant is not given, or does not cover a call. */
const grantRefusals = {
  uses: ({ max }: { max: number }): string => `A grant has 1 to ${max} uses`,
  days: 'A grant ends within 30 days',
  noDestination: 'The call does not fully say where it goes, so a grant cannot name its destinations',
  tooManyDestinations: 'The call has too many destinations for a grant',
  nothingFixed: 'A grant must fix at least one argument',
  tooManyConstraints: 'A grant cannot fix so many arguments',
  unknownKind: 'There is no such grant',
  notOffered: 'The question offered no grants of this kind',
  noFolder: 'The call is not about files in one folder',
  otherFolder: 'It covers another folder',
  unreviewed: 'Unreviewed tool: a grant for it ends with the session',
  irreversible: 'The call cannot be undone: a grant for it ends with the session',
  deletes: 'The tool may delete data: a grant for it ends with the session',
  authorAsks: 'The tool’s author requires approval for every call',
  unknownTool: 'The tool is not known here',
  secret: 'The arguments are secret, so a grant cannot name them',
  noArguments: 'The call has no arguments',
  redefined: 'The tool changed since',
  otherCall: 'It covers another call only',
  otherSession: 'It covers another session',
  destinationUnknown: 'The call does not fully say where it goes',
  otherDestination: ({ to }: { to: string }): string => `It does not cover “${to}”`,
  noConstraint: 'It fixes no argument',
  otherArgument: 'An argument differs from what it allows',
  unknownScope: ({ kind }: { kind: string }): string => `Its scope is unknown (${kind})`,
  otherUser: 'It belongs to another user',
  otherServer: 'It covers another server',
  otherIdentity: 'It covers a server with another command or URL under the same name',
  notTool: 'Only tool calls can be granted',
  otherTool: 'It covers another tool',
  revoked: 'It was revoked',
  expired: 'It has expired',
  usedUp: 'It is used up',
  otherPolicy: 'It was given under another policy',
  blocked: 'The call is blocked, and no grant changes that',
  notNeeded: 'The call needs no grant',
  extraChecks: 'Extra checks required: a person has to look at this call',
  asksAhead: 'A rule asks only because other calls would have run by then',
  otherRule: ({ rule }: { rule: string }): string => `It was not given for the rule \`${rule}\``,
  notEnough: ({ missing }: { missing: readonly MissingApproval[] }): string =>
    `Its approvers are not enough for this call: ${missingText(missing)}`,
};

export type GrantRefusal = ReasonCode<typeof grantRefusals>;

export const grantRefusalText = (refusal: GrantRefusal): string => reasonText(grantRefusals, refusal);

const sizes = (before: number | null, after: number | null): string =>
  before === null || after === null || before === after
    ? `${after ?? before ?? 0} bytes`
    : `${before} bytes before, ${after} after`;

/** Texts about one pending call: card, elicitation prompt, terminal prompt, votes and grants. */
export const approvalMessages = {
  /** What a call does and to what: “Delete plans/merger.txt on notes”, “Run notes/plan_x”. */
  act: <V>({
    words,
    values,
    more,
    tool,
    server,
  }: {
    /** The words of the tool's name; null where they do not tell what happens. */
    words: string | null;
    values: readonly ShownActValue<V>[];
    more: number;
    tool: V;
    server: V;
  }): Sentence<V> => {
    const named = values.filter(({ as }) => as === 'named');
    return [
      ...(words === null ? ['Run ', tool] : [words.charAt(0).toUpperCase() + words.slice(1)]),
      ...values.flatMap(({ as, name, text }) =>
        as === 'object' ? [' ', text] : as === 'linked' ? [' ', name, ' ', text] : [],
      ),
      ...(named.length === 0 ? [] : [...namedValues(named), ')']),
      ...(words === null ? [] : [' on ', server]),
      ...(more === 0 ? [] : [` (${more} more ${more === 1 ? 'argument' : 'arguments'})`]),
    ];
  },
  /** The prompt of at most 12 lines. */
  prompt: {
    act: ({ act }: { act: string }): string => `${act}. `,
    call: ({ tool, who }: { tool: string; who: string }): string => `Call: ${tool} for ${who}`,
    client: ({ client }: { client: string }): string => `, from client “${client}”`,
    delegation: ({ chain }: { chain: string }): string => `, on behalf of ${chain}`,
    chain: ({ names }: { names: readonly string[] }): string => names.join(', then '),
    request: ({ text }: { text: string }): string => `Your request: “${text}”`,
    requestGone: 'Your request is no longer stored',
    arguments: ({ shown }: { shown: string }): string => `Arguments: ${shown}`,
    noArguments: 'Arguments: none',
    argumentsCut: ({ count }: { count: number }): string =>
      `… ${count} more characters. Show details to read all`,
    why: ({ reasons, more }: { reasons: readonly string[]; more: number }): string =>
      `Why you are asked: ${reasons.join('. ')}${more === 0 ? '' : `. ${more} more in the details`}`,
    unusual: ({ facts }: { facts: readonly string[] }): string => `Unusual: ${facts.join('. ')}`,
    session: ({ label }: { label: string }): string =>
      `Session ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    repeat: ({ call, state }: { call: string; state: string }): string => `Repeat of call ${call} (${state})`,
    effect: ({ facts }: { facts: readonly string[] }): string => `Effect: ${facts.join('. ')}`,
    needs: ({ demands }: { demands: readonly string[] }): string => `Needs ${demands.join(' and ')}`,
    demand: ({ count, group }: { count: number; group: string | undefined }): string =>
      `${people(count)}${group === undefined ? '' : ` from \`${group}\``}`,
    extraChecks: 'Extra checks required',
    extraChecksNamed: `Extra checks: ${EXTRA_CHECKS.join(', ')}`,
    selfApproval: 'You may approve your own calls on this machine',
    planned:
      'Planned: runs only if the agent makes exactly this call, once. Judged as if its other planned calls had run',
    expires: ({ at }: { at: string }): string => `Denied at ${at} without an answer`,
    /** In the dialog of a host. */
    inHost: ({ lines }: { lines: readonly string[] }): string => `Callgate: ${lines.join('\n')}`,
  },
  /** What a call would change, as it was seen where nothing of it lasts. */
  preview: {
    created: 'New',
    changed: 'Changed',
    deleted: 'Deleted',
    moved: ({ from }: { from: string }): string => `Moved from ${from}`,
    kinds: { file: 'file', folder: 'folder', link: 'link' },
    kindChange: ({ before, after }: { before: string; after: string }): string =>
      `${before} becomes ${after}`,
    mode: ({ mode }: { mode: string }): string => `mode ${mode}`,
    modeChange: ({ before, after }: { before: string; after: string }): string =>
      `mode ${before} becomes ${after}`,
    binary: ({ before, after }: { before: number | null; after: number | null }): string =>
      `binary, ${sizes(before, after)}`,
    large: ({ before, after }: { before: number | null; after: number | null }): string =>
      `lines not shown, ${sizes(before, after)}`,
    path: ({ what, path, facts }: { what: string; path: string; facts: readonly string[] }): string =>
      `${what}: ${path}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
    hunk: ({ line }: { line: number }): string => `@ line ${line}`,
    more: ({ count }: { count: number }): string => `${count} more paths`,
    nothing: 'Changes no files',
    none: ({ why }: { why: string }): string => `No preview of file changes: ${why}`,
    summary: ({ count }: { count: number }): string =>
      `Changes ${count} ${count === 1 ? 'path' : 'paths'}. Show details to read them`,
  },
  /** All of a pending call, on demand. */
  details: {
    preview: 'File changes',
    call: ({ id }: { id: string }): string => `Call ${id}`,
    who: ({ who }: { who: string }): string => `for: ${who}`,
    delegation: ({ chain }: { chain: string }): string => `delegation: ${chain}`,
    client: ({ client }: { client: string }): string => `client: ${client} (as it calls itself)`,
    request: ({ text }: { text: string }): string => `your request: ${text}`,
    requestGone: 'your request: no longer stored',
    session: ({ context }: { context: string }): string => `session: ${context}`,
    server: ({ server }: { server: string }): string => `server: ${server}`,
    tool: ({ tool }: { tool: string }): string => `tool: ${tool}`,
    asked: ({ at }: { at: string }): string => `asked: ${at}`,
    expires: ({ at }: { at: string }): string => `denied without an answer at: ${at}`,
    arguments: 'Arguments:',
    cut: 'Not shown in full',
    cutValue: ({ place, length, digest }: { place: string; length: number; digest: string }): string =>
      `${place}: ${length} characters, ${digest}`,
    hints: 'Hints',
    hint: ({ name, value, ground }: { name: string; value: string; ground: string }): string =>
      `${name}: ${value} (${ground})`,
    unknownHints: ({ names }: { names: readonly string[] }): string => `unknown: ${names.join(', ')}`,
    labels: ({ labels }: { labels: readonly string[] }): string => `Session: ${labels.join('; ')}`,
    origin: ({ sentence }: { sentence: string }): string => `Origin of values: ${sentence}`,
    undo: ({ sentence }: { sentence: string }): string => `Undo: ${sentence}`,
    reasons: 'Why approval is needed',
    needs: ({ demands }: { demands: readonly string[] }): string => `Needs: ${demands.join(', and ')}`,
    extraChecks: `Extra checks: ${EXTRA_CHECKS.join(', ')}`,
    repeat: ({ call, state }: { call: string; state: string }): string =>
      `Repeat of call ${call}, which is ${state}`,
    planned:
      'Planned: runs only if the agent makes exactly this call, once. Judged as if its other planned calls had run',
    selfApproval: 'Self-approval: You may approve your own calls on this machine',
    digests: 'Digests',
    definition: ({ digest }: { digest: string }): string => `definition ${digest}`,
    argumentsDigest: ({ digest }: { digest: string }): string => `arguments ${digest}`,
    binding: ({ digest }: { digest: string }): string => `binding ${digest}`,
  },
  /** The form that a client shows over the agent's own connection. */
  form: {
    code: ({ code }: { code: string }): string => `To approve, type this code: ${code}`,
    showDetailsFirst: 'Choose “Show details” to read all arguments. You can approve there.',
    onlyPeople: 'Only a person may answer this. Agents and scripts must not.',
    decision: 'Decision',
    decisionHelp: 'Whether this call may run',
    approve: 'Approve once',
    deny: 'Deny',
    details: 'Show details',
    codeField: 'Code',
    codeHelp: 'To approve, type the 4 characters at the end of the message',
    allow: 'If you approve, allow',
    allowHelp: 'How far the approval reaches. You can end it with callgate grants',
    reason: 'Reason',
    reasonHelp: 'The agent reads it, and the audit log keeps it',
    /** Calls that came together. */
    group: {
      title: ({ count }: { count: number }): string =>
        `${count} calls came together. Each has its own answer.`,
      number: ({ number, count }: { number: number; count: number }): string => `[${number} of ${count}] `,
      field: ({ number, tool }: { number: number; tool: string }): string => `${number}. ${tool}`,
      fieldHelp: 'A call without an answer goes on waiting',
    },
  },
  /** The prompt at a terminal. */
  terminal: {
    call: ({ tool, who }: { tool: string; who: string }): string => `${tool} for ${who}`,
    key: ({ key, words }: { key: string; words: string }): string => `${key} = approve. ${words}`,
    keys: ({ word }: { word: string | null }): string =>
      `${word === null ? 'y = approve' : `type ${word} to approve`}, n = deny (n and a reason), v = show details > `,
    detailsFirst: 'Not all arguments are shown. Type v first.',
    decidedElsewhere: 'This call was decided elsewhere.',
    approved: ({ subject }: { subject: string }): string => `Approved by ${subject}.`,
    approvedAlways: ({ subject, words }: { subject: string; words: string }): string =>
      `Approved by ${subject}. ${words}.`,
    denied: ({ subject }: { subject: string }): string => `Denied by ${subject}.`,
    /** Calls that came together. */
    group: {
      title: ({ count }: { count: number }): string =>
        `${count} calls came together. Decide about each or all.`,
      number: ({ number, count }: { number: number; count: number }): string => `[${number} of ${count}] `,
      left: ({ numbers }: { numbers: readonly number[] }): string => `Open: ${numbers.join(', ')}`,
      keys: 'all = approve all, 1 2 = approve these, no 1 = deny it, none = deny all, v 1 = show details > ',
      detailsFirst: ({ numbers }: { numbers: readonly number[] }): string =>
        `Not all arguments are shown. Type ${numbers.map((number) => `v ${number}`).join(', ')} first.`,
      decidedElsewhere: ({ number }: { number: number }): string => `${number} was decided elsewhere.`,
      approved: ({ number, subject }: { number: number; subject: string }): string =>
        `${number} approved by ${subject}.`,
      denied: ({ number, subject }: { number: number; subject: string }): string =>
        `${number} denied by ${subject}.`,
    },
  },
  vote: {
    denied: ({ subject, reason }: { subject: string; reason: string | undefined }): string =>
      `${subject} denied it${reason === undefined ? '' : `: ${reason}`}`,
    /** Why a person cannot vote. */
    bar: {
      waitsForOther: ({ waiting }: { waiting: string }): string =>
        `The call waits for ${waiting}, not for approval`,
      viewer: 'Viewers cannot vote',
      ownOrDisabled: 'You may not vote on this call: it is your own, or your account is disabled',
      notListed: ({ subject }: { subject: string }): string => `${subject} is not an approver here`,
    },
    /** What to do where a vote did not count. */
    help: {
      over: ({ state }: { state: string }): string =>
        `The call is ${callStateWord(state)} now. Look at what waits`,
      changed: 'The call changed since you saw it. Look at it again before you vote',
      forbidden: ({ because }: { because: string }): string =>
        `${because}. An approver listed under \`people\` who did not make the call has to vote`,
      uncounted: ({ because }: { because: string }): string =>
        `Your vote did not count: ${because}. Look at the call again`,
    },
    uncountedByChannel: ({ channel, because }: { channel: string; because: string }): string =>
      `a vote over channel ${channel} did not count: ${because}`,
    channelFailed: ({ channel, problem }: { channel: string; problem: string }): string =>
      `channel ${channel} could not ask: ${problem}`,
    approvalsNotEnough: 'The approvals are no longer enough',
  },
  /** Answers over the agent's own connection. */
  inBand: {
    alert: ({ because }: { because: string }): string =>
      `An answer over the agent’s connection did not count: ${because}`,
    oneCall: 'An answer over the agent’s connection is for one call',
  },
  /** Calls that are decided together. */
  group: {
    refused: ({ because }: { because: string }): string =>
      `These calls cannot be approved together: ${because}`,
  },
  /** Grants: what they allow, and why one is not given or does not cover a call. */
  grant: {
    scope: ({
      who,
      tool,
      server,
      reach,
      ending,
      rules,
      ownLabelRules,
      by,
    }: {
      who: string;
      tool: string;
      server: string;
      reach: string;
      ending: string;
      rules: readonly string[];
      ownLabelRules: readonly string[];
      by: readonly string[];
    }): string =>
      `${who} may call \`${tool}\` of server ${server} ${reach}, without approval; ${ending}. ` +
      `It answers ${rules.map((rule) => `\`${rule}\``).join(', ')} and no other rule, and never a call that requires extra checks. ` +
      (ownLabelRules.length === 0
        ? ''
        : `Where only results of this tool labelled the session, it also answers ${ownLabelRules.map((rule) => `\`${rule}\``).join(', ')}. `) +
      `It ends when the tool, or the server’s command or URL, changes. Given by ${by.join(', ')}.`,
    server: ({ server, identity }: { server: string; identity: string | undefined }): string =>
      identity === undefined
        ? `\`${server}\` (without a command or URL)`
        : `\`${server}\` with its present command or URL (${identity})`,
    once: ({ call }: { call: string }): string => `only in call ${call}`,
    session: ({ session }: { session: string }): string => `with any arguments, only in session ${session}`,
    destination: ({ destinations }: { destinations: readonly string[] }): string =>
      `only to ${destinations.map((to) => `“${to}”`).join(', ')}, with any other arguments`,
    arguments: ({ constraints }: { constraints: readonly string[] }): string =>
      `where ${constraints.join(' and ')}, with any other arguments`,
    folder: ({ folder }: { folder: string }): string =>
      `only on files in “${folder}” and below it, but none whose name begins with a dot`,
    tool: 'with any arguments, in any session',
    nowhere: 'nowhere',
    allArguments: 'all arguments together',
    equals: ({ value }: { value: string }): string => `is ${value}`,
    like: ({ pattern }: { pattern: string }): string => `is a text like “${pattern}”`,
    left: ({ left, uses, until }: { left: number; uses: number; until: string }): string =>
      `${left} of ${uses} uses left, until ${until}`,
    revoked: ({ by, at, reason }: { by: string; at: string; reason: string }): string =>
      `revoked by ${by} at ${at}: ${reason}`,
    /** What to allow. */
    offer: {
      once: 'Only this call, exactly as shown',
      folder: 'Later calls of this tool on files in the same folder or below it, in any session',
      session: 'Later calls of this tool in this session, with any arguments',
      tool: 'Later calls of this tool in any session, with any arguments',
      destination: 'Later calls of this tool to the same destinations, with any other arguments',
      arguments: 'Later calls of this tool with the same values for the arguments you choose',
    },
    /** The choices at a prompt, the narrowest first. */
    allow: {
      once: 'Only this call',
      folder: ({ folder, ...of }: AllowedCalls): string =>
        `${allowedTool(of)} on files in ${folder} and below, for 30 days${ownLabels(of)}`,
      session: (of: AllowedCalls): string =>
        `${allowedTool(of)} with any arguments in ${of.isEverySession ? 'all sessions of this user whose host is unknown, as this one' : 'this session'}, for at most 24 hours${ownLabels(of)}`,
      always: (of: AllowedCalls): string =>
        `${allowedTool(of)} with any arguments, for 30 days${ownLabels(of)}`,
    },
  },
  /** What changed since a call was approved. */
  changed: {
    caller: 'The caller changed since the approval',
    server: 'The server changed since the approval',
    serverIdentity: 'The server’s command or URL changed since the approval',
    kind: 'The kind of call changed since the approval',
    tool: 'The tool changed since the approval',
    definition: 'The definition of the tool changed since the approval',
    arguments: 'The arguments changed since the approval',
    changes: 'The file changes are not those that were shown',
    policy: 'The policy changed since the approval',
    expiry: 'The end of the approval changed since it was given',
    private: 'The session has read more private data since the approval',
    untrusted: 'The session has read more untrusted content since the approval',
  },
  /** A hint: who says so, and what a server wrote. */
  card: {
    ground: {
      observation: 'observed',
      operator: 'by the operator',
      review: 'reviewed',
      contract: 'enforced',
      claim: 'claimed',
      default: 'default',
    },
    claim: ({ key, answer }: { key: string; answer: string }): string => `${key} says ${answer}`,
  },
  /** The list of pending calls at a terminal. */
  inbox: {
    empty: 'No call waits for approval',
    head: ({ who, context, times }: { who: string; context: string; times: string }): string =>
      `for ${who} in ${context}; ${times}`,
    delegation: ({ chain }: { chain: string }): string => ` (delegation: ${chain})`,
    asked: ({ ago }: { ago: string }): string => `asked ${ago} ago`,
    expires: ({ asked, left }: { asked: string; left: string }): string => `${asked}, denied in ${left}`,
    expired: ({ asked }: { asked: string }): string => `${asked}, expired`,
    repeat: ({ call }: { call: string }): string => `Repeat of call ${call}`,
    left: ({ left }: { left: string }): string => `${left} left`,
    noTimeLeft: 'expired',
    reason: ({ reason, rule }: { reason: string; rule: string }): string => `${reason} (${rule})`,
    over: ({ tool, call, state }: { tool: string; call: string; state: string }): string =>
      `${tool}  ${call} is ${callStateWord(state)}`,
    counted: ({ missing }: { missing: string }): string => `Your vote counts. ${missing}`,
    notCounted: ({ because }: { because: string }): string => `not counted: ${because}`,
    noGrant: ({ because }: { because: string }): string => `no grant was given: ${because}`,
    granted: ({ grant }: { grant: string }): string => `granted: ${grant}`,
    details: ({ call }: { call: string }): string => `Details: callgate inbox ${call}`,
    waits: 'It waits for approval.',
    waitsFor: ({ waiting }: { waiting: string }): string => `It waits for ${waiting}.`,
    ended: ({ state, why }: { state: string; why: string }): string =>
      `It is ${callStateWord(state)}${why === '' ? '' : `: ${why}`}.`,
    decided: ({ state, tool, call }: { state: string; tool: string; call: string }): string =>
      `${callStateWord(state)}: ${tool}  ${call}`,
    noVotes: 'Nobody has voted yet.',
    votes: 'Votes so far:',
    vote: ({
      at,
      subject,
      approved,
      via,
      reason,
    }: {
      at: string;
      subject: string;
      approved: boolean;
      via: string;
      reason: string;
    }): string =>
      `${at}  ${subject} ${approved ? 'approved' : 'denied'} (${via})${reason === '' ? '' : `: ${reason}`}`,
    waiting: ({ count }: { count: number }): string => (count === 1 ? '1 call waits' : `${count} calls wait`),
  },
  /** The full screen at a terminal. */
  screen: {
    listKeys: 'j/k move   Enter open   a open to approve   r deny   q quit',
    callKeys: 'j/k space scroll   a approve   r deny   s scope   u uses   t time   Esc back',
    allows: ({ keys, scope }: { keys: string; scope: string }): string => `${keys}   approves: ${scope}`,
    why: ({ typed }: { typed: string }): string =>
      `Why not? The requester is told (Enter denies, Esc leaves it) > ${typed}`,
    approve: ({ scope }: { scope: string }): string => `Approve ${scope}? y/n > `,
    approveByWord: ({ scope, word, typed }: { scope: string; word: string; typed: string }): string =>
      `Approve ${scope}? Type ${word} and Enter > ${typed}`,
    waiting: ({ waiting, more }: { waiting: string; more: string }): string => `Callgate   ${waiting}${more}`,
    mostUrgent: ({ count }: { count: number }): string => `, the ${count} most urgent shown`,
    lines: ({ tool, from, to, all }: { tool: string; from: number; to: number; all: number }): string =>
      `${tool}   lines ${from} to ${to} of ${all}${to < all ? `, ${all - to} more below` : ''}`,
    readFirst: 'there is more of it: go to its end first (space, or G)',
    onlyThisCall: 'extra checks required: an approval is for this call only',
    undecided: 'nothing was decided',
    undecidedBecause: ({ because }: { because: string }): string => `nothing was decided: ${because}`,
    denying: 'denying',
    approving: 'approving',
    opening: ({ call }: { call: string }): string => `opening ${call}`,
    thisCall: 'this call only',
    later: ({ calls, reach, span }: { calls: string; reach: string; span: string }): string =>
      `this call, and up to ${calls} of this tool ${reach}, for ${span}`,
    anyArguments: 'with any arguments, only in this session',
    sameFolder: 'on files in the same folder or below it, in any session',
    anySession: 'with any arguments, in any session',
    sameDestinations: 'to the same destinations, with any other arguments',
  },
  /** What the model reads in place of a result. */
  agent: {
    stopped: ({ state, why, instead }: { state: string; why: string; instead: string }): string =>
      `Callgate did not run this call (${state}). ${why} ${instead}`,
    state: { blocked: 'blocked', refused: 'denied', expired: 'expired', withdrawn: 'withdrawn' },
    instead: {
      blocked:
        'Do not try the same thing another way. Tell the user what you wanted to do and why it was blocked. They can change the policy or do it themselves.',
      refused:
        'A person denied it. Do not make the same call again. Ask the user what they want instead, or go on without it.',
      expired: 'Nobody approved it in time. If you still need it, tell the user and make the call again.',
      withdrawn: 'If you still need it, make the call again.',
      approvalVoid:
        'A person had approved it, but that approval no longer holds. If you still need it, make the call again; it needs a new approval.',
      decisionChanged: 'Make the same call again; it needs approval then.',
      quarantined: ({ tool }: { tool: string }): string =>
        `The tool changed since it was first seen. Tell the user: they can see what changed, and accept it, with \`callgate accept ${tool}\`.`,
    },
    pending: ({ waits }: { waits: string }): string => `Callgate has not run this call yet. ${waits}.`,
    waits: {
      people: 'It waits for approval',
      slot: 'It waits for a free slot',
      hours: 'It waits for its allowed hours',
    },
    uncounted: ({ because }: { because: string }): string =>
      `An answer over this connection does not approve it: ${because}`,
    inConsole: ({ url }: { url: string | undefined }): string =>
      url === undefined ? 'in the Callgate console' : `at ${url}`,
    approveHere: ({ call, place, until }: { call: string; place: string; until: string }): string =>
      `Tell the user: they can approve it with \`callgate approve ${call}\`, or ${place}, until ${until}.`,
    approveElsewhere: ({ place, until }: { place: string; until: string }): string =>
      `Tell the user: an approver, not the person who made the call, can approve it ${place} until ${until}.`,
    comeBack:
      'After that, make exactly the same call again, with the same arguments, and it runs. Until then, go on with something else.',
    running: ({ call }: { call: string }): string =>
      `This call is running now (${call}). Callgate does not run it twice. Do not make it again: the request that started it gets the result. If that request is lost, tell the user; \`callgate audit ${call}\` shows the result.`,
    ran: ({ call, state }: { call: string; state: string }): string =>
      `This call has run already (${call}: ${state}). Callgate does not run it twice. The request that started it got the result; \`callgate audit ${call}\` shows it to the user.`,
    unknown: ({ call, message }: { call: string; message: string }): string =>
      `Unknown result: this call may or may not have run. ${message} Do not repeat it yourself. Tell the user; they can check, and settle it with \`callgate inbox ${call} --settle happened --reason WHY\` or \`--settle did-not-happen\`.`,
    progress: ({ waiting }: { waiting: string }): string =>
      `Callgate holds this call: it waits for ${waiting}`,
  },
};

export type ApprovalMessages = typeof approvalMessages;
