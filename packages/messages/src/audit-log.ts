/** What verification finds in the audit log, and entries in a few words. People read it in `callgate audit` and the console. */
export const auditLogMessages = {
  /** What is wrong with one entry. Its number comes first. */
  entry: {
    columns: 'its columns are not those of an entry',
    column: ({ column }: { column: string }) => `its bytes and its column ${column} differ`,
    version: 'it is not of version 1',
    number: ({ previous, seq }: { previous: number; seq: number }) =>
      `it comes after entry ${previous} but has number ${seq}`,
    time: 'it is earlier than the entry before it',
    bytes: ({ at }: { at: number }) => `its bytes are not canonical from byte ${at} on`,
    previous: 'it names another previous entry than the one that is there',
    hash: 'its bytes do not match its hash: one of them was changed',
    changed: ({ problem }: { problem: string }) => `The entry was changed after it was written: ${problem}`,
    unreadable: 'not an entry that Callgate wrote. Run callgate audit verify',
  },

  /** What is wrong with the calls that entries report. */
  call: {
    unnamed: ({ state }: { state: string }) => `it moves a call to ${state} and names no call`,
    rerouteUnreadable: 'it switches to a model that cannot be read',
    rerouteUnknown: ({ call }: { call: string }) =>
      `it switches the model after call ${call}, which was never received`,
    noTransition: ({ call, from, to }: { call: string; from: string; to: string }) =>
      `it moves call ${call} from ${from} to ${to}, which is not allowed`,
    otherState: ({ call, written, actual }: { call: string; written: string; actual: string }) =>
      `it says that call ${call} was ${written}, but it was ${actual}`,
    transitions: ({ to }: { to: string }) => `its transitions do not lead to ${to}`,
    startMissing: ({ call, state }: { call: string; state: string }) =>
      `call ${call} starts as ${state}: earlier entries are missing`,
    notReceived: ({ call }: { call: string }) =>
      `it is the first entry of call ${call} and does not say that the call was received`,
    firstAttempt: ({ call, attempt }: { call: string; attempt: number }) =>
      `call ${call} starts with attempt ${attempt}`,
    attemptOrder: ({ call, attempt, previous }: { call: string; attempt: number; previous: number }) =>
      `attempt ${attempt} of call ${call} was sent after attempt ${previous}`,
    attemptEnd: ({ call, attempt, sent }: { call: string; attempt: number; sent: number }) =>
      `it reports the end of attempt ${attempt} of call ${call}, but attempt ${sent} was sent`,
    changed: ({ call, seq }: { call: string; seq: number }) =>
      `call ${call} is not the call that entry ${seq} received`,
    sentBlocked: ({ call }: { call: string }) => `call ${call} was sent although it was blocked`,
    sentUnapproved: ({ call }: { call: string }) => `call ${call} was sent without an approval`,
    voteUnreadable: 'it is a vote that cannot be read',
    voteUnknown: ({ call }: { call: string | null }) =>
      `it is a vote on call ${call}, which was never received`,
    voteState: ({ call, state }: { call: string | null; state: string }) =>
      `it is a vote on call ${call}, which was ${state}`,
    voteTwice: ({ call }: { call: string | null }) => `it is a second vote of one person on call ${call}`,
    voteOther: ({ seq }: { seq: number }) => `it is a vote on another question than that of entry ${seq}`,
    previewState: ({ call, state }: { call: string | null; state: string | null }) =>
      `it previews call ${call}, which was ${state ?? 'not known'} or had votes`,
    filesUnknown: ({ call }: { call: string | null }) =>
      `it tells of file changes of call ${call}, which is not known, or not of which`,
    filesOther: ({ call }: { call: string | null }) =>
      `it tells of other file changes of call ${call} than were shown or announced`,
    filesState: ({ call, did, state }: { call: string | null; did: string; state: string }) =>
      `the file changes of call ${call}, which was ${state}, cannot be ${did} then`,
    settledUnknown: 'it settles a call that is not known',
    settledState: ({ call, state }: { call: string | null; state: string }) =>
      `it settles call ${call}, which was ${state}`,
    settledTwice: ({ call }: { call: string | null }) => `it settles call ${call} a second time`,
    grantTwice: 'it has no grant, or one that was given before',
    grantUnknown: 'it names a grant that was never given',
    grantRevoked: 'it names a grant that was revoked before',
    grantUses: ({ used, uses }: { used: number; uses: number }) =>
      `it is use ${used} of a grant for ${uses} uses`,
    approvedByNone: ({ call }: { call: string }) => `call ${call} was approved without a vote`,
    approvalVoteMissing: ({ call }: { call: string }) =>
      `call ${call} was approved by a person whose vote is missing`,
  },

  /** What differs between the store and the audit log. */
  store: {
    callUnrecorded: 'the store has this call, but the audit log does not',
    factsDiffer: ({ names }: { names: string }) => `the store and the audit log differ in ${names}`,
    votesDiffer: 'the store and the audit log have different votes on this call',
    callUnreadable: 'the store has this call in a form that cannot be read',
    callMissing: ({ state }: { state: string }) =>
      `the audit log has this call as ${state}, but the store does not have it`,
    valueDiffers: ({ name, stored, recorded }: { name: string; stored: string; recorded: string }) =>
      `the store has ${name} ${stored}, the audit log ${recorded}`,
    /** Names of what differs. */
    names: {
      state: 'state',
      attempt: 'attempt',
      binding: 'binding',
      expiry: 'expiry',
      duplicate: 'duplicate',
      policy: 'policy',
      outcome: 'outcome',
    },
    none: 'none',
    settlementDiffers: 'the store and the audit log have different settlements of this call',
    someCallUnreadable:
      'the store has a call that cannot be read, so calls without entries cannot all be found',
    voteCount: ({ stored, recorded }: { stored: number; recorded: number }) =>
      `the store has ${stored} votes, the audit log ${recorded}`,
    grantUnrecorded: ({ grant }: { grant: string }) =>
      `the store has grant ${grant}, but the audit log does not`,
    grantInForce: ({ grant }: { grant: string }) =>
      `grant ${grant} is in force in the store, but revoked in the audit log`,
    grantRevoked: ({ grant }: { grant: string }) =>
      `grant ${grant} is revoked in the store, but in force in the audit log`,
    grantUses: ({ grant }: { grant: string }) =>
      `the store and the audit log differ in the uses left of grant ${grant}`,
    grantDiffers: ({ grant }: { grant: string }) => `the store and the audit log differ in grant ${grant}`,
    grantMissing: ({ grant }: { grant: string }) =>
      `the audit log has grant ${grant}, but the store does not`,
  },

  /** What decisions read of earlier calls. */
  counts: {
    differ: ({ counters }: { counters: string }) =>
      `the entries before it come to something else than it read: ${counters}`,
  },

  /** Labels in the store against those in entries. */
  labels: {
    unreadable: 'it has labels that cannot be read',
    unrecorded: ({ holder }: { holder: string }) =>
      `the store has labels of ${holder}, but the audit log does not`,
    differ: ({ holder, seq }: { holder: string; seq: number }) =>
      `the labels of ${holder} in the store are not those of entry ${seq}`,
    storeUnreadable: ({ holder }: { holder: string }) =>
      `the store has labels of a ${holder} that cannot be read`,
    missing: ({ holder, seq }: { holder: string; seq: number }) =>
      `the store does not have the labels of ${holder} from entry ${seq}`,
  },

  /** Texts that entries refer to. */
  keptText: {
    missing: ({ kind }: { kind: string }) => `the ${kind} that it refers to is missing`,
    ambiguous: 'entries refer to the same stored text as different things',
    changed: ({ digest }: { digest: string }) => `the stored text ${digest} does not match its digest`,
    unused: ({ digest }: { digest: string }) => `no entry refers to the stored text ${digest}`,
    otherKind: ({ kind, expected }: { kind: string; expected: string }) =>
      `it refers to a ${kind} as a ${expected}`,
  },

  checkpoints: {
    unreadable: 'a checkpoint cannot be read',
    none: 'no checkpoint is valid',
    entriesUnreadable: ({ from }: { from: number }) =>
      `entries from ${from} on cannot be read. Later ones were not checked`,
    numbering: 'entries are numbered from 1',
    lastingMissing: 'before this entry others are missing that archives leave in the store',
    head: 'the store has another hash of the last entry',
    stored: ({ size }: { size: number }) => `the checkpoint of entry ${size}`,
    anchored: ({ size }: { size: number }) => `the anchored checkpoint of entry ${size}`,
    /** Follow the name of the checkpoint. */
    faults: {
      unreadable: ({ checkpoint }: { checkpoint: string }) => `${checkpoint} was not written by Callgate`,
      'other-key': ({ checkpoint }: { checkpoint: string }) => `${checkpoint} was signed with another key`,
      signature: ({ checkpoint }: { checkpoint: string }) => `${checkpoint} has a signature of another key`,
    },
    signedDiffer: ({ size }: { size: number }) =>
      `entries 1 to ${size} are not those that were signed: some were changed or written again`,
    anchoredDiffer: ({ size }: { size: number }) =>
      `entries 1 to ${size} are not those that an anchor remembers: some were changed or written again`,
    signedMissing: ({ size, missing }: { size: number; missing: number }) =>
      `${missing} of entries 1 to ${size} are missing: a checkpoint covers them`,
    anchoredMissing: ({ size, missing }: { size: number; missing: number }) =>
      `${missing} of entries 1 to ${size} are missing: an anchor remembers them`,
  },

  /** What verification cannot know from what it was given. */
  unknown: {
    noAnchor: 'no anchor was given',
    noAnchorFits: 'no given anchor matches',
    signer: 'who signed the checkpoints: no public key was given',
    cutOff: ({ size, reason }: { size: number; reason: string }) =>
      `whether entries after entry ${size} were cut off, or this is an older copy: ${reason}`,
    rewritten: ({ reason }: { reason: string }) =>
      `whether a person with the key wrote all entries again: ${reason}`,
    unanchored: ({ from, to }: { from: number; to: number }) =>
      `whether entries ${from} to ${to} are complete and of their time: the last anchored checkpoint is of entry ${from - 1}`,
    cutOffUnseen: ({ size }: { size: number }) =>
      `whether entries after entry ${size} were cut off that no anchor remembers`,
    unsigned: ({ from, to }: { from: number; to: number }) =>
      `whether a person without the key changed entries ${from} to ${to} together: no checkpoint covers them yet`,
  },

  /** What is wrong with a proof of one entry. */
  proof: {
    unreadable: 'this is not a proof that Callgate made',
    entry: 'the entry in it was not written by Callgate',
    hash: 'the entry does not match its hash',
    tree: 'the entry is not in the audit log that the checkpoint was signed for',
    key: 'the checkpoint was not signed with this key',
  },

  /** An entry in a few words. Parts are joined. */
  summary: {
    decided: ({
      outcome,
      isEnforced,
      rules,
    }: {
      outcome: string;
      isEnforced: boolean;
      rules: readonly string[];
    }) =>
      `${outcome}${isEnforced ? '' : ' (only observed)'}${rules.length === 0 ? '' : ` by ${rules.join(', ')}`}`,
    waits: ({ reason }: { reason: string }) => `waits for ${reason}`,
    granted: ({ grant }: { grant: string }) => `by grant ${grant}`,
    duplicate: ({ call }: { call: string }) => `repeat of call ${call}`,
    attempt: ({ attempt }: { attempt: number }) => `attempt ${attempt}`,
    seconds: ({ seconds }: { seconds: string }) => `${seconds} s`,
    toolFailed: 'the tool reported an error',
    vote: ({
      isApproval,
      via,
      after,
      reason,
    }: {
      isApproval: boolean;
      via: string;
      after: string;
      reason: string | undefined;
    }) =>
      `${isApproval ? 'approved' : 'denied'} by ${via} after ${after}${reason === undefined ? '' : `: ${reason}`}`,
    approvedBy: ({ people }: { people: readonly string[] }) => `by ${people.join(', ')}`,
    rerouted: ({ model, instead }: { model: string; instead: string }) => `${model} in place of ${instead}`,
    cheaper: ({ amount }: { amount: string }) => `about ${amount} cheaper a step`,
    dearer: ({ amount }: { amount: string }) => `about ${amount} more expensive a step`,
    claim: ({ answer, home }: { answer: string; home: string }) => `${answer} in ${home}`,
    claimed: ({ claims }: { claims: readonly string[] }) => `; claimed ${claims.join(', ')}`,
  },

  /** Alerts and ends of calls that come from the audit log itself. */
  alerts: {
    noReason: 'no reason given',
    anchorFailed: ({ anchor, code }: { anchor: string; code: string }) =>
      `Anchor ${anchor} did not take a checkpoint: ${code}`,
    signFailed: ({ code }: { code: string }) => `The audit log could not be signed: ${code}`,
    rolledBack: 'An older copy of the audit log was put back',
    restored: ({ madeAt }: { madeAt: string }) => `The store was restored from a backup of ${madeAt}`,
    entriesLost: 'The database lost entries of the audit log',
    voided: ({ what }: { what: string }) => `${what}. Calls that waited in it are void`,
    accepted: ({ what, by, reason, grants }: { what: string; by: string; reason: string; grants: number }) =>
      `${what}, accepted by ${by}: ${reason}. ${grants} grants were revoked`,
  },
};
