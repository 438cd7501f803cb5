import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject, getOwn } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import type { CallState } from '../record/call-row.ts';
import { STATE_TRANSITIONS, CALL_STATES } from '../record/call-row.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import type { SettlementDetail } from '../record/entry-detail.ts';
import {
  readApprovalDetail,
  readFileChanges,
  readGrantDetail,
  readGrantUseDetail,
  readRerouteDetail,
  readSettlementDetail,
  readVoteDetail,
} from '../record/entry-schema.ts';
import type { EntryScanner } from '../record/entry-scanner.ts';
import { ENTRY_PART } from '../record/entry-scanner.ts';
import type { Vote } from '../record/vote.ts';
import { hashEntryFacts } from './call-facts.ts';

const texts = auditLogMessages.call;

/** What the record says of one call, up to the row read last. */
export interface TrackedCall {
  state: CallState;
  attempt: number;
  readonly facts: string;
  policy: string;
  outcome: string;
  binding: string | undefined;
  readonly firstSeq: number;
  lastSeq: number;
  /** What the first row of a held call says of its wait. */
  readonly held: { readonly expiresAt: number | null; readonly twin: string | null } | undefined;
  /** By subject. */
  votes: Map<string, TrackedVote> | undefined;
  settled: SettlementDetail | undefined;
  /** Digest of the file changes that people were shown (attempt 0), or that an attempt said it makes. */
  changes: { readonly digest: string; readonly attempt: number } | undefined;
  isUndoing: boolean;
  /** It was compared with the store. */
  compared: boolean;
}

/** What the record says of one vote. */
export interface TrackedVote {
  readonly verdict: 'approve' | 'refuse';
  readonly text: string;
  /** When the person decided; its row has a later time where it does not say. */
  readonly at: number | undefined;
  readonly rowAt: number;
}

/** Whether the store has the vote that the record has, at its time. */
export const isRecordedVote = (vote: Vote, recorded: TrackedVote | undefined): boolean =>
  recorded !== undefined &&
  recorded.text === voteText(vote) &&
  (recorded.at === undefined ? vote.at <= recorded.rowAt : vote.at === recorded.at);

/** A vote without what the store adds to it. */
const voteText = ({
  verdict,
  via,
  opened,
  reason,
}: Pick<Vote, 'verdict' | 'via' | 'opened' | 'reason'>): string => canonical([verdict, via, opened, reason]);

export interface TrackedGrant {
  readonly uses: number;
  /** All of it but what changes with time. */
  readonly text: string;
  readonly given: GrantSubject;
  used: number;
  revoked: boolean;
  /** All grants that still counted were taken back at once, and no row names them. */
  mayBeRevoked: boolean;
}

/** What a grant was given for. */
interface GrantSubject {
  readonly server: string;
  readonly target: string;
  readonly definition: string;
  readonly principal: string;
}

/** A grant without what its use and its end change. */
export const canonicalGrant = (grant: JsonObject): string =>
  canonical({ ...grant, usesLeft: null, revoked: null });

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export type ProblemReporter = (code: string, what: string) => void;

/** Alerts after which no grant counts any more. */
const TAKEN_BACK: ReadonlySet<string> = new Set(['ROLLED_BACK', 'STORE_LOST', 'STORE_RESTORED']);

const alertCode = (scan: EntryScanner): Json | undefined => {
  const detail = scan.json(ENTRY_PART.extension);
  return isJsonObject(detail) ? getOwn(detail, 'code') : undefined;
};

const STATES: ReadonlySet<string> = new Set(CALL_STATES);
const isState = (event: string): event is CallState => STATES.has(event);

/** The arrows that lead to a state, as rows have them. */
const arrowTexts = (state: CallState): { first: string; again: string; plain: string } => ({
  first: `["received","decided","${state}"]`,
  again: `["decided","${state}"]`,
  plain: `["${state}"]`,
});

const ARROW_TEXTS: Readonly<Record<CallState, ReturnType<typeof arrowTexts>>> = {
  blocked: arrowTexts('blocked'),
  held: arrowTexts('held'),
  approved: arrowTexts('approved'),
  refused: arrowTexts('refused'),
  expired: arrowTexts('expired'),
  withdrawn: arrowTexts('withdrawn'),
  dispatching: arrowTexts('dispatching'),
  done: arrowTexts('done'),
  failed: arrowTexts('failed'),
  indeterminate: arrowTexts('indeterminate'),
};

/** Where a call may stand after the transaction that took it in. */
const FIRST: ReadonlySet<string> = new Set(['blocked', 'held', 'dispatching', 'refused']);

/** Follows every call through the rows and says which steps nobody may take. */
export class CallTrack {
  readonly calls: Map<string, TrackedCall> = new Map();
  readonly grants: Map<string, TrackedGrant> = new Map();
  /** Calls a grant was spent on, before their own first row. */
  readonly #granted: Map<string, string> = new Map();
  #policy = '';

  follow(row: StoredEntry, scan: EntryScanner, found: ProblemReporter): void {
    const { event, call } = row;
    if (isState(event)) {
      // what could not even be taken in is blocked without a name
      if (call === null) {
        if (event !== 'blocked' || !scan.isRaw(ENTRY_PART.arrows, '["received","blocked"]'))
          found('CALL_NONE', texts.unnamed({ state: event }));
      } else this.#move(call, event, row.seq, scan, found);
      return;
    }
    switch (event) {
      case 'vote':
        this.#vote(call, row.at, scan, found);
        return;
      case 'previewed':
        this.#preview(call, scan, found);
        return;
      case 'file-changes':
        this.#changeFiles(call, scan, found);
        return;
      case 'settled':
        this.#settle(call, scan, found);
        return;
      case 'grant':
      case 'grant-used':
      case 'grant-revoked':
        this.#grant(event, call, scan, found);
        return;
      case 'alert':
        if (TAKEN_BACK.has(textOf(alertCode(scan))))
          for (const grant of this.grants.values()) grant.mayBeRevoked = true;
        return;
      case 'rerouted':
        if (readRerouteDetail(scan.json(ENTRY_PART.extension)) === undefined)
          found('REROUTED', texts.rerouteUnreadable);
        else if (call !== null && !this.calls.has(call)) found('REROUTED', texts.rerouteUnknown({ call }));
        return;
      default:
    }
  }

  #move(id: string, to: CallState, seq: number, scan: EntryScanner, found: ProblemReporter): void {
    const call = this.calls.get(id);
    if (call === undefined) {
      this.#begin(id, to, seq, scan, found);
      return;
    }
    const from = call.state;
    if (!STATE_TRANSITIONS[from].includes(to) || (from === 'indeterminate' && to === 'indeterminate'))
      found('CALL_ARROW', texts.noTransition({ call: id, from, to }));
    if (scan.has(ENTRY_PART.from) && !scan.isText(ENTRY_PART.from, from))
      found(
        'CALL_ARROW',
        texts.otherState({ call: id, written: scan.text(ENTRY_PART.from) ?? '?', actual: from }),
      );
    const { plain, again } = ARROW_TEXTS[to];
    if (!scan.isRaw(ENTRY_PART.arrows, plain) && !scan.isRaw(ENTRY_PART.arrows, again))
      found('CALL_ARROW', texts.transitions({ to }));
    this.#attempt(id, call, to, scan, found);
    if (to === 'approved') approve(id, call, scan, found);
    if (scan.has(ENTRY_PART.request)) this.#decideAgain(id, call, to, scan, found);
    call.state = to;
    call.lastSeq = seq;
  }

  #begin(id: string, to: CallState, seq: number, scan: EntryScanner, found: ProblemReporter): void {
    if (!FIRST.has(to)) found('CALL_ARROW', texts.startMissing({ call: id, state: to }));
    else if (!scan.isRaw(ENTRY_PART.arrows, ARROW_TEXTS[to].first))
      found('CALL_ARROW', texts.notReceived({ call: id }));
    const attempt = scan.whole(ENTRY_PART.attempt);
    const out = to === 'dispatching';
    if (FIRST.has(to) && attempt !== (out ? 1 : 0))
      found('CALL_ATTEMPT', texts.firstAttempt({ call: id, attempt }));
    if (out) this.#mayLeave(id, 'received', scan, found);
    this.calls.set(id, {
      state: to,
      attempt,
      facts: hashEntryFacts(scan),
      policy: this.#policyIn(scan),
      outcome: outcomeIn(scan),
      binding: scan.text(ENTRY_PART.binding),
      firstSeq: seq,
      lastSeq: seq,
      held: to === 'held' ? waitIn(scan) : undefined,
      votes: undefined,
      settled: undefined,
      changes: undefined,
      isUndoing: false,
      compared: false,
    });
  }

  /** One text for all rows under one policy. */
  #policyIn(scan: EntryScanner): string {
    if (!scan.isRaw(ENTRY_PART.inputPolicy, this.#policy)) this.#policy = scan.raw(ENTRY_PART.inputPolicy);
    return this.#policy;
  }

  #attempt(id: string, call: TrackedCall, to: CallState, scan: EntryScanner, found: ProblemReporter): void {
    if (to === 'dispatching') {
      const attempt = scan.whole(ENTRY_PART.attempt);
      if (attempt !== call.attempt + 1)
        found('CALL_ATTEMPT', texts.attemptOrder({ call: id, attempt, previous: call.attempt }));
      call.attempt = attempt;
    } else if (to === 'done' || to === 'failed' || to === 'indeterminate') {
      const attempt = scan.whole(ENTRY_PART.attempt);
      if (attempt !== call.attempt)
        found('CALL_ATTEMPT', texts.attemptEnd({ call: id, attempt, sent: call.attempt }));
    }
  }

  #decideAgain(
    id: string,
    call: TrackedCall,
    to: CallState,
    scan: EntryScanner,
    found: ProblemReporter,
  ): void {
    if (hashEntryFacts(scan) !== call.facts)
      found('CALL_CHANGED', texts.changed({ call: id, seq: call.firstSeq }));
    // another attempt is decided again, but what let the call out stays
    if (to !== 'dispatching' || call.attempt !== 1) return;
    call.policy = this.#policyIn(scan);
    call.outcome = outcomeIn(scan);
    this.#mayLeave(id, call.state, scan, found);
  }

  /** A call that needs a person leaves only with one behind it. */
  #mayLeave(id: string, from: CallState | 'received', scan: EntryScanner, found: ProblemReporter): void {
    if (!scan.isRaw(ENTRY_PART.enforced, 'true') || scan.isRaw(ENTRY_PART.decided, '"auto"')) return;
    if (scan.isRaw(ENTRY_PART.decided, '"block"')) found('CALL_UNAPPROVED', texts.sentBlocked({ call: id }));
    else if (from !== 'approved' && !this.#isGranted(id, scan))
      found('CALL_UNAPPROVED', texts.sentUnapproved({ call: id }));
  }

  #isGranted(id: string, scan: EntryScanner): boolean {
    const name = this.#granted.get(id);
    const grant = name === undefined ? undefined : this.grants.get(name);
    if (name === undefined || grant === undefined || !scan.isText(ENTRY_PART.grant, name)) return false;
    const { server, target, definition, principal } = grant.given;
    return (
      scan.isText(ENTRY_PART.server, server) &&
      scan.isText(ENTRY_PART.target, target) &&
      scan.isText(ENTRY_PART.definition, definition) &&
      scan.isText(ENTRY_PART.principal, principal)
    );
  }

  #vote(id: string | null, rowAt: number, scan: EntryScanner, found: ProblemReporter): void {
    const vote = readVoteDetail(scan.json(ENTRY_PART.extension));
    const call = id === null ? undefined : this.calls.get(id);
    if (vote === undefined) found('CALL_VOTE', texts.voteUnreadable);
    else if (call === undefined) found('CALL_VOTE', texts.voteUnknown({ call: id }));
    else {
      // a no still counts after the yes, until the call is out
      const open = call.state === 'held' || (call.state === 'approved' && vote.verdict === 'refuse');
      if (!open) found('CALL_VOTE', texts.voteState({ call: id, state: call.state }));
      call.votes ??= new Map();
      if (call.votes.has(vote.subject)) found('CALL_VOTE', texts.voteTwice({ call: id }));
      if (typeof vote.binding === 'string' && call.binding !== vote.binding)
        found('CALL_VOTE', texts.voteOther({ seq: call.firstSeq }));
      const { verdict, at } = vote;
      call.votes.set(vote.subject, { verdict, at, rowAt, text: recordedVoteText(scan) });
    }
  }

  /** People are asked about another thing from here on: the call with what it would change. */
  #preview(id: string | null, scan: EntryScanner, found: ProblemReporter): void {
    const call = id === null ? undefined : this.calls.get(id);
    if (call?.state === 'held' && call.votes === undefined) {
      call.binding = scan.text(ENTRY_PART.binding);
      const digest = readFileChanges(scan.json(ENTRY_PART.extension)).changes;
      call.changes = digest === undefined ? undefined : { digest, attempt: 0 };
    } else found('CALL_PREVIEW', texts.previewState({ call: id, state: call?.state ?? null }));
  }

  /** Only what people were shown, or what was written before, is made and taken back. */
  #changeFiles(id: string | null, scan: EntryScanner, found: ProblemReporter): void {
    const call = id === null ? undefined : this.calls.get(id);
    const { did, changes: digest } = readFileChanges(scan.json(ENTRY_PART.extension));
    if (call === undefined || digest === undefined || did === undefined) {
      found('CALL_FILES', texts.filesUnknown({ call: id }));
      return;
    }
    const { state, attempt, isUndoing } = call;
    const isOwn = call.changes?.attempt !== 0 && call.changes?.attempt !== attempt;
    if (did === 'committing' && state === 'dispatching' && isOwn) call.changes = { digest, attempt };
    else if (call.changes?.digest !== digest) found('CALL_FILES', texts.filesOther({ call: id }));
    else if (!canChangeFiles(did, state, isUndoing))
      found('CALL_FILES', texts.filesState({ call: id, did, state }));
    call.isUndoing = did === 'undoing';
  }

  #settle(id: string | null, scan: EntryScanner, found: ProblemReporter): void {
    const settled = readSettlementDetail(scan.json(ENTRY_PART.extension));
    const call = id === null ? undefined : this.calls.get(id);
    if (settled === undefined || call === undefined) found('CALL_SETTLED', texts.settledUnknown);
    else if (call.state !== 'indeterminate')
      found('CALL_SETTLED', texts.settledState({ call: id, state: call.state }));
    else if (call.settled !== undefined) found('CALL_SETTLED', texts.settledTwice({ call: id }));
    else call.settled = settled;
  }

  #grant(
    event: 'grant' | 'grant-used' | 'grant-revoked',
    id: string | null,
    scan: EntryScanner,
    found: ProblemReporter,
  ): void {
    const detail = scan.json(ENTRY_PART.extension);
    if (event === 'grant') {
      const given = readGrantDetail(detail)?.grant;
      if (given === undefined || this.grants.has(given.id)) found('GRANT', texts.grantTwice);
      else this.grants.set(given.id, trackedGrant(detail, given.uses));
      return;
    }
    const name = readGrantUseDetail(detail)?.grant;
    const grant = name === undefined ? undefined : this.grants.get(name);
    if (name === undefined || grant === undefined) found('GRANT', texts.grantUnknown);
    else if (grant.revoked) found('GRANT', texts.grantRevoked);
    else if (event === 'grant-revoked') grant.revoked = true;
    else {
      grant.used += 1;
      if (grant.used > grant.uses) found('GRANT', texts.grantUses({ used: grant.used, uses: grant.uses }));
      if (id !== null) this.#granted.set(id, name);
    }
  }
}

/** Not `committing`, which is the first of them. A commit may end when nobody waits for it any more. */
const canChangeFiles = (did: string, state: CallState, isUndoing: boolean): boolean => {
  switch (did) {
    case 'committed':
      return state === 'dispatching' || state === 'indeterminate';
    case 'undone':
      return isUndoing;
    default:
      return did !== 'committing';
  }
};

const recordedVoteText = (scan: EntryScanner): string => {
  const detail = scan.json(ENTRY_PART.extension);
  const part = (name: string): Json => (isJsonObject(detail) ? (getOwn(detail, name) ?? null) : null);
  return canonical([part('verdict'), part('via'), part('opened'), part('reason')]);
};

const waitIn = (scan: EntryScanner): TrackedCall['held'] => {
  const detail = scan.json(ENTRY_PART.extension);
  if (!isJsonObject(detail)) return undefined;
  const [expiresAt, twin] = [getOwn(detail, 'expiresAt'), getOwn(detail, 'twin')];
  return {
    expiresAt: typeof expiresAt === 'number' ? expiresAt : null,
    twin: typeof twin === 'string' ? twin : null,
  };
};

const trackedGrant = (detail: Json, uses: number): TrackedGrant => {
  const whole = isJsonObject(detail) ? getOwn(detail, 'grant') : undefined;
  const grant = whole !== undefined && isJsonObject(whole) ? whole : {};
  return {
    uses,
    text: canonicalGrant(grant),
    given: {
      server: textOf(grant['server']),
      target: textOf(grant['target']),
      definition: textOf(grant['definition']),
      principal: textOf(grant['principal']),
    },
    used: 0,
    revoked: false,
    mayBeRevoked: false,
  };
};

const outcomeIn = (scan: EntryScanner): string =>
  OUTCOME_TEXTS.find((text) => scan.isRaw(ENTRY_PART.decided, text)) ?? scan.raw(ENTRY_PART.decided);

const OUTCOME_TEXTS = ['"auto"', '"confirm"', '"block"'] as const;

const approve = (id: string, call: TrackedCall, scan: EntryScanner, found: ProblemReporter): void => {
  const by = readApprovalDetail(scan.json(ENTRY_PART.extension))?.by ?? [];
  if (by.length === 0) found('CALL_UNAPPROVED', texts.approvedByNone({ call: id }));
  for (const subject of by)
    if (call.votes?.get(subject)?.verdict !== 'approve')
      found('CALL_UNAPPROVED', texts.approvalVoteMissing({ call: id }));
};
