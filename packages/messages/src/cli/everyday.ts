/** Commands for every day: status, inbox, approve, deny, grants, sessions, console. */
export const everydayMessages = {
  inbox: {
    call: 'Show this call whole, with the votes so far',
    watch: 'Keep watching: full screen on a terminal, plain lines elsewhere',
    settle: 'Record the result of a call with an unknown result',
    settleReason: 'With --settle: how you know; written to the audit log',
    json: 'One call a line; with CALL the call, the question and the votes',
  },
  approve: {
    grant: 'Always allow this tool: in this session, to this destination, or with the arguments of --tie',
    tie: 'With --grant arguments: the arguments that must stay the same',
    uses: 'How many calls the grant allows; by default 1',
    for: 'How long the grant lasts, as 30m; by default 1h',
    yes: 'Do not ask; needs --binding',
    binding: 'The digest of the question, one for each call',
    json: 'The question, or with --yes the result of the vote',
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
  },
  sessions: {
    session: 'Show this session: the id of one of its calls, or its key',
    label: 'Only sessions with this label: private or untrusted',
    principal: 'Only sessions of this principal',
    text: 'Only sessions whose principal or context contains this',
    declassify: 'Remove this label from a context or store: private or untrusted',
    context: 'With --declassify: the context; by default all that only clients name',
    store: 'With --declassify: a store, as `server NAME` or `store NAME`',
    reason: 'With --declassify: why; written to the audit log',
    json: 'One session a line; with an id the whole session',
  },
  console: {
    link: 'Print a link to the running console; do not start one',
    as: 'Whom the link signs in; by default local, which is you',
    open: 'Open a browser; by default on a terminal',
    config: 'If no console runs: the configuration to use',
  },
};

export type EverydayMessages = typeof everydayMessages;
