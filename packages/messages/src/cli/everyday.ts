import { decisionMessages } from '../decision.ts';
import { countOf } from '../text/count.ts';

/** Commands for every day: status, inbox, approve, deny, grants, sessions, console. */
export const everydayMessages = {
  /** Said on standard error where commands open the store themselves. */
  noGateway: {
    read: ({ store }: { readonly store: string }): string =>
      `No gateway is running; reading the database directly (${store})`,
    write: ({ store }: { readonly store: string }): string =>
      `No gateway is running; writing to the database directly (${store})`,
  },
  status: {
    gateways: 'Gateways',
    store: 'Store',
    servers: 'Servers',
    databases: 'Databases',
    consoles: 'Consoles',
    waiting: 'Waiting for approval',
    unknown: 'Unknown results',
    votes: 'Votes in the last 7 days',
    alerts: 'Alerts, newest first',
    none: 'none',
    gateway: ({
      pid,
      policy,
      since,
      instance,
    }: {
      readonly pid: number;
      readonly policy: string;
      readonly since: string;
      readonly instance: string;
    }): string => `pid ${pid}  ${policy}  since ${since}  ${instance}`,
    shadow: ({
      name,
      calls,
      changed,
      unjudged,
    }: {
      readonly name: string;
      readonly calls: number;
      readonly changed: number;
      readonly unjudged: number;
    }): string =>
      `candidate ${name}: would decide ${changed} of ${countOf(calls, 'call')} differently${unjudged === 0 ? '' : `; ${unjudged} not judged`}`,
    clients: ({ count }: { readonly count: number }): string => `for ${countOf(count, 'client')}`,
    pid: ({ pid }: { readonly pid: number }): string => `pid ${pid}`,
    fix: ({ help }: { readonly help: string }): string => `Fix: ${help}`,
    restarted: ({ count, why }: { readonly count: number; readonly why: string }): string =>
      `Restarted ${count === 1 ? 'once' : `${count} times`}. Last error: ${why}`,
    console: ({
      pid,
      url,
      since,
    }: {
      readonly pid: number;
      readonly url: string;
      readonly since: string;
    }): string => `pid ${pid}  ${url}  since ${since}`,
    database: ({
      location,
      state,
      since,
      replication,
    }: {
      readonly location: string;
      readonly state: string;
      readonly since: string;
      readonly replication: string;
    }): string => `${location}  ${state} since ${since}  ${replication}`,
    ofCall: ({ call }: { readonly call: string }): string => `call ${call}`,
    forPeople: ({ names }: { readonly names: readonly string[] }): string => `for ${names.join(', ')}`,
    noPolicy: 'no policy',
    policy: ({ name, observes }: { readonly name: string; readonly observes: boolean }): string =>
      `policy ${name}${observes ? ', OBSERVING ONLY' : ''}`,
    ready: 'ready',
    storeStopped: 'No calls are sent',
    waitingCalls: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'call')}: run callgate inbox`,
    unknownCalls: ({ count, more }: { readonly count: number; readonly more: boolean }): string =>
      `${countOf(count, 'call')}${more ? ' and more' : ''}: record a result with callgate inbox CALL --settle happened|did-not-happen --reason WHY`,
    databaseAway: 'The database is unavailable. Nothing is decided; waiting calls are not known.',
    storeBroken:
      'The store was lost while gateways run on it. Nothing is decided. Restore it, or accept the loss with callgate accept --lost-entries, and restart the gateways.',
  },
  inbox: {
    call: 'Show this call whole, with the votes so far',
    watch: 'Keep watching: full screen on a terminal, plain lines elsewhere',
    settle: 'Record the result of a call with an unknown result',
    settleReason: 'With --settle: how you know; written to the audit log',
    json: 'One call a line; with CALL the call, the question and the votes',
    listed: ({ count, mayDecide }: { readonly count: number; readonly mayDecide: boolean }): string =>
      `${countOf(count, 'call')} ${count === 1 ? 'waits' : 'wait'}. ${
        mayDecide
          ? 'Show one and decide with callgate approve CALL or callgate deny CALL'
          : 'Show one with callgate inbox CALL. The people of callgate.yaml decide in the console'
      }`,
    otherBinding: 'the question is not the one that --binding names',
    undecided: 'nothing was decided; to deny it, use callgate deny',
    settled: ({ result, call }: { readonly result: string; readonly call: string }): string =>
      `Settled as ${result}: ${call}`,
    grant: ({ id, words }: { readonly id: string; readonly words: string }): string =>
      `grant ${id}: ${words}`,
    unknownResult: ({ who, at }: { readonly who: string; readonly at: string }): string =>
      `for ${who}; sent ${at}`,
    faultHidden: 'not shown: it may quote a secret',
    gone: 'this call does not wait any more',
  },
  approve: {
    grant: 'Always allow this tool: in this session, to this destination, or with the arguments of --tie',
    tie: 'With --grant arguments: the arguments that must stay the same',
    uses: 'How many calls the grant allows; by default 1',
    for: 'What to allow: this call (once), this folder, this session, or always. With --grant: how long, as 30m; by default 1h',
    yes: 'Do not ask; needs --binding',
    binding: 'The digest of the question, one for each call',
    json: 'The question, or with --yes the result of the vote',
    ask: 'Approve? y/n > ',
    askChoice: ({ keys }: { readonly keys: string }): string =>
      `Approve? y = this call only, ${keys}, n = leave it > `,
    choiceKey: ({ key, choice }: { readonly key: string; readonly choice: string }): string =>
      `${key} = ${choice}`,
    askForWord: ({ word }: { readonly word: string }): string => `Type ${word} to approve, n to leave it > `,
    grantOffer: ({
      calls,
      reach,
      span,
    }: {
      readonly calls: string;
      readonly reach: string;
      readonly span: string;
    }): string =>
      `Grant: your approval also allows up to ${calls} of this tool ${reach}, for ${span}. It applies to this server with its present command or address.`,
    reach: {
      session: 'with any arguments, only in this session',
      destination: 'to the same destinations, with any other arguments',
      arguments: ({ tied }: { readonly tied: string }): string => `where ${tied}, with any other arguments`,
    },
  },
  deny: {
    reason: 'Why; the requester sees it, and it is in the audit log',
    json: 'The result of the vote',
  },
  grants: {
    grant: 'Show this grant only',
    all: 'Include grants that are used up, expired or revoked',
    revoke: 'Revoke the grant',
    reason: 'With --revoke: why; written to the audit log',
    json: 'One grant a line; with --revoke what was done',
    revoked: ({ id }: { readonly id: string }): string => `Revoked: ${id}`,
    noneInForce: 'No grants in force',
    never: 'No grants yet',
  },
  undo: {
    call: 'Undo this call: its file changes, or with the tool that its own tool names for it',
    yes: 'Do not ask',
    restores: 'Restores what these were before the call:',
    ask: 'Undo? y/n > ',
    kept: 'Nothing was undone',
    calls: ({ tool, isBelieved }: { readonly tool: string; readonly isBelieved: boolean }): string =>
      `${isBelieved ? 'Calls' : 'Its server, which is not trusted, says that this takes the call back:'} ${tool} with`,
    made: ({ id, state }: { readonly id: string; readonly state: string }): string =>
      state === 'held'
        ? `Call ${id} waits for approval: callgate approve ${id}. If nobody decides in time, undo again afterwards`
        : `Call ${id}: ${state}`,
    json: 'One call a line; with a call what was done',
    undone: ({ id, count }: { readonly id: string; readonly count: number }): string =>
      `Undone: ${count} ${count === 1 ? 'path' : 'paths'} of call ${id}`,
    more: ({ count }: { readonly count: number }): string => `and ${count} more`,
    left: 'Interrupted, and something else changed files: compare them with the undo journal',
    none: 'No file changes can be undone',
  },
  sessions: {
    session: 'Show this session: the id of one of its calls, or its key',
    label: 'Only sessions with this label: private or untrusted',
    principal: 'Only sessions of this principal',
    text: 'Only sessions whose principal or context contains this',
    declassify: 'Remove this label from a context or store: private, untrusted, or one of your own',
    context: 'With --declassify: the context; by default all that only clients name',
    store: 'With --declassify: a store, as `server NAME` or `store NAME`',
    reason: 'With --declassify: why; written to the audit log',
    json: 'One session a line; with an id the whole session',
    none: 'No matching sessions',
    showOne: ({ more }: { readonly more: boolean }): string =>
      `Show one with callgate sessions CALL${more ? '. There are more: use --limit' : ''}`,
    declassified: ({ label }: { readonly label: string }): string => `Label ${label} removed`,
    who: ({ principal, context }: { readonly principal: string; readonly context: string | null }): string =>
      `${principal} in ${context ?? 'contexts that only clients name'}`,
    over: 'Over; labels are no longer kept',
    noLabels: 'No labels',
    labels: ({
      labels,
    }: {
      readonly labels: Readonly<Record<'private' | 'untrusted', 'none' | 'possible' | 'known'>>;
    }): string =>
      [decisionMessages.label.private[labels.private], decisionMessages.label.untrusted[labels.untrusted]]
        .filter((text) => text !== '')
        .join('; '),
    calls: ({ count, more }: { readonly count: number; readonly more: boolean }): string =>
      more ? `more than ${countOf(count, 'call')}, of the newest` : countOf(count, 'call'),
    waiting: ({ count }: { readonly count: number }): string => `${count} waiting for approval`,
    lastCall: ({ at, span }: { readonly at: string; readonly span: string }): string =>
      `last call ${at}, over ${span}`,
    timeline: {
      counts: ({
        calls,
        more,
        from,
      }: {
        readonly calls: number;
        readonly more: boolean;
        readonly from: string;
      }): string => `${countOf(calls, 'call')}${more ? ', the newest of them' : ''}, from ${from}`,
      legs: { private: 'private data', untrusted: 'untrusted content', out: 'a way out' },
      notMet: 'not together in one call',
      metIn: ({ call }: { readonly call: number }): string => `all three meet in call ${call}`,
      meetHere: 'private data, untrusted content and a way out meet here',
      raises: ({ label, strength }: { readonly label: string; readonly strength: string }): string =>
        `raises ${label} to ${strength}`,
      secret: 'a secret',
      arguments: 'the arguments',
      fromRequest: 'from your request',
      seenNowhere: 'not seen before',
      firstSeen: ({ call, origin }: { readonly call: string; readonly origin: string }): string =>
        `first seen in call ${call}, ${origin}`,
      because: ({ reason }: { readonly reason: string }): string => `because ${reason}`,
      observed: ' (observed)',
      requestSealed: ({ characters }: { readonly characters: number }): string =>
        `your request (${countOf(characters, 'character')}, sealed)`,
      request: ({ text, why }: { readonly text: string; readonly why: string | null }): string =>
        `your request: “${text}”${why === null ? '' : `, which proves nothing: ${why}`}`,
      labelRemoved: ({ label }: { readonly label: string | null }): string =>
        `label ${label ?? ''} removed`.replace('  ', ' '),
      by: ({ who }: { readonly who: string }): string => `by ${who}`,
      labelKey: 'p private, u untrusted: . none  : possible  # known;  ^ leads out',
      stateKey:
        'o done  ! failed  ? unknown  > running  H waiting  A approved  X blocked  D denied  E expired  W withdrawn',
    },
  },
  console: {
    link: 'Print a link to the running console; do not start one',
    as: 'Whom the link signs in; by default local, which is you',
    open: 'Open a browser; by default on a terminal',
    config: 'If no console runs: the configuration to use',
  },
};

export type EverydayMessages = typeof everydayMessages;
