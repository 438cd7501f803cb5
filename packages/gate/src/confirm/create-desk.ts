import type { ContextRef } from '@callgate/core';
import { CallgateError, applyIn, contextKey, display, sessionIn } from '@callgate/core';
import type { ToolCatalogue } from '../catalogue.ts';
import { endCall } from '../dispatch/end-call.ts';
import type { GateEvent } from '../gate.ts';
import { mintId } from '../ids.ts';
import { loadContexts } from '../label/contexts-in-store.ts';
import { secretsOf, toolName } from '../record/call-detail.ts';
import type { Keys } from '../record/keys.ts';
import { openArguments } from '../record/secrets.ts';
import type { CallRow } from '../store/call-row.ts';
import type { Store, Tx } from '../store/store.ts';
import type { Question } from './channel.ts';
import type { CastVote, DeclassifyStore, Desk, VoteResult } from './desk.ts';
import type { Grant } from './grant.ts';
import { wishedGrant } from './grants.ts';
import { whyNotTogether } from './group.ts';
import { electorateFor } from './humans.ts';
import type { People } from './people.ts';
import type { Quorum } from './quorum.ts';
import { judgeQuorum } from './quorum.ts';
import type { Vote } from './vote.ts';

export interface DeskParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly people: People;
  /** Without it no grants are given here: what they bind to is not known. */
  readonly catalogue?: ToolCatalogue;
  readonly tell?: (event: GateEvent) => void;
}

const MAX_REASON = 500;

class OpenDesk implements Desk {
  readonly #parts: DeskParts;
  readonly read: Desk['read'];

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.read = parts.store.read;
  }

  async question(id: string): Promise<Question | undefined> {
    const row = await this.read.call(id);
    if (row === undefined || row.binding === null) return undefined;
    const twin = row.twin === null ? undefined : await this.read.call(row.twin);
    return {
      call: row.id,
      principal: row.principal.subject,
      context: row.context,
      server: row.server,
      target: row.target,
      definition: row.definition,
      arguments: openArguments(this.#parts.keys, row.sealedArguments, secretsOf(row.id)),
      argumentsDigest: row.argumentsDigest,
      decision: row.decision,
      labels: row.situation.labels,
      origins: row.situation.origins,
      binding: row.binding,
      askedAt: row.heldAt ?? row.receivedAt,
      expiresAt: row.expiresAt ?? 0,
      selfApproval: this.#parts.people.selfApproval,
      twin: twin === undefined ? null : { call: twin.id, state: twin.state },
    };
  }

  async vote(cast: CastVote): Promise<VoteResult> {
    const { at, result } = await this.#parts.store.transact(async (tx) => ({
      at: tx.now(),
      result: await this.#cast(tx, cast),
    }));
    this.#told(cast.call, result, at);
    return result;
  }

  async voteGroup(casts: readonly CastVote[]): Promise<readonly VoteResult[]> {
    const { at, results } = await this.#parts.store.transact(async (tx) => {
      const rows: CallRow[] = [];
      for (const { call } of casts) {
        const row = await tx.call(call);
        if (row !== undefined) rows.push(row);
      }
      const because = rows.length === casts.length ? whyNotTogether(rows) : 'one of them is not there';
      const refusals = casts.filter(({ verdict }) => verdict === 'refuse').length;
      if (because !== undefined && refusals < casts.length)
        throw new CallgateError('GROUP_REFUSED', `these calls cannot be approved together: ${because}`, {
          help: 'decide about each of them by itself',
        });
      const answers: VoteResult[] = [];
      for (const cast of casts) answers.push(await this.#cast(tx, cast));
      return { at: tx.now(), results: answers };
    });
    for (const [index, result] of results.entries()) this.#told(casts[index]?.call ?? '', result, at);
    return results;
  }

  #told(call: string, { state, refusedBecause }: VoteResult, at: number): void {
    if (refusedBecause === undefined && state !== 'held')
      this.#parts.tell?.({ type: 'moved', call, state, at });
  }

  /** Why a word does not count, where it does not. */
  #uncounted(row: CallRow, cast: CastVote, now: number): string | undefined {
    // a no still counts after the yes, until the call is out
    const open =
      row.state === 'held' ? row.waiting === 'people' : row.state === 'approved' && cast.verdict === 'refuse';
    if (!open) return `the call is ${row.state}`;
    if (cast.via === 'elicitation' && cast.listed !== true && !isSingleUser(this.#parts.people))
      return 'an answer over the agent’s own connection counts only for one person at their own machine, or from a client that the operator listed';
    if (row.expiresAt !== null && now >= row.expiresAt) return 'its time is over';
    if (row.binding !== cast.binding) return 'what the person saw is not what is asked now';
    if (!electorateFor(this.#parts.people, row.principal).byAccount.has(cast.subject))
      return `${display(cast.subject, { max: 80 })} may not decide about this call`;
    if (cast.verdict === 'approve' && row.decision.obligations.terms === 'strong' && !cast.opened)
      return 'the terms are strong: the whole arguments have to be opened first';
    return undefined;
  }

  #quorum(row: CallRow, votes: readonly Vote[]): Quorum {
    const { approvers, terms } = row.decision.obligations;
    return judgeQuorum({
      demands: approvers,
      terms,
      votes,
      people: this.#parts.people,
      requester: row.principal,
    });
  }

  async #cast(tx: Tx, cast: CastVote): Promise<VoteResult> {
    const row = await tx.call(cast.call);
    if (row === undefined)
      throw new CallgateError('CALL_UNKNOWN', `there is no call ${display(cast.call, { max: 80 })}`, {
        help: 'see what waits with `callgate inbox`',
      });
    const now = tx.now();
    const because = this.#uncounted(row, cast, now);
    if (because !== undefined) return { state: row.state, refusedBecause: because, missing: [] };
    const vote = voteOf(cast, now);
    const withoutSelf = { ...this.#parts.people, selfApproval: false };
    if (!(await tx.addVote(vote)))
      return { state: row.state, refusedBecause: 'this person has decided already', missing: [] };
    await tx.append({
      event: 'vote',
      outcome: vote.verdict === 'approve' ? 'allowed' : 'denied',
      principal: vote.subject,
      tool: toolName(row),
      call: row.id,
      detail: {
        subject: vote.subject,
        verdict: vote.verdict,
        via: vote.via,
        opened: vote.opened,
        reason: vote.reason,
        binding: cast.binding,
        dwellMs: now - (row.heldAt ?? now),
        selfApproval: !electorateFor(withoutSelf, row.principal).byAccount.has(vote.subject),
      },
    });
    const quorum = this.#quorum(row, await tx.votes(row.id));
    return await this.#conclude(tx, row, cast, quorum, now);
  }

  async #conclude(tx: Tx, row: CallRow, cast: CastVote, quorum: Quorum, now: number): Promise<VoteResult> {
    if (quorum.state === 'pending') return { state: 'held', missing: quorum.missing };
    if (quorum.state !== 'approved') {
      const fault =
        quorum.state === 'refused'
          ? {
              code: 'REFUSED',
              message: `${display(cast.subject)} said no${cast.reason === undefined ? '' : `: ${display(cast.reason, { max: MAX_REASON })}`}`,
            }
          : { code: 'QUORUM_IMPOSSIBLE', message: quorum.missing.join('; ') };
      await endCall(tx, row, 'refused', fault, now);
      return { state: 'refused', missing: [] };
    }
    if (!(await tx.moveCall(row.id, 'held', 'approved', { waiting: null })))
      return { state: row.state, refusedBecause: 'somebody else was quicker', missing: [] };
    await tx.append({
      event: 'approved',
      outcome: 'allowed',
      principal: row.principal.subject,
      tool: toolName(row),
      call: row.id,
      detail: {
        arrows: ['approved'],
        from: 'held',
        by: [...quorum.counted],
        binding: row.binding,
        expiresAt: row.expiresAt,
      },
    });
    if (cast.grant === undefined) return { state: 'approved', missing: [] };
    return { state: 'approved', missing: [], ...(await this.#grant(tx, row, cast, now)) };
  }

  async #grant(
    tx: Tx,
    row: CallRow,
    { grant: wish, subject }: CastVote,
    now: number,
  ): Promise<Pick<VoteResult, 'grant' | 'noGrantBecause'>> {
    const tool = this.#parts.catalogue?.find(row.kind, row.server, row.target);
    if (wish === undefined) return {};
    const made = wishedGrant({
      id: mintId(now),
      wish,
      row,
      tool,
      args: () => openArguments(this.#parts.keys, row.sealedArguments, secretsOf(row.id)),
      people: this.#parts.people,
      subject,
      now,
    });
    if (!made.made) return { noGrantBecause: made.because };
    await tx.insertGrant(made.grant);
    await tx.append({
      event: 'grant',
      outcome: 'allowed',
      principal: row.principal.subject,
      tool: toolName(row),
      call: row.id,
      detail: { grant: JSON.parse(JSON.stringify(made.grant)) },
    });
    return { grant: made.grant };
  }

  async revoke(id: string, by: string, reason: string): Promise<boolean> {
    refuseUnexplained(by, reason);
    return await this.#parts.store.transact(async (tx) => {
      const now = tx.now();
      const grant = await tx.grant(id);
      if (grant === undefined || !(await tx.revokeGrant(id, { by, reason, at: now }))) return false;
      await appendRevoked(tx, grant, by, reason);
      return true;
    });
  }

  async settle(id: string, { as, by, reason }: Parameters<Desk['settle']>[1]): Promise<boolean> {
    refuseUnexplained(by, reason);
    return await this.#parts.store.transact(async (tx) => {
      const row = await tx.call(id);
      if (row === undefined || row.state !== 'indeterminate' || row.settled !== null) return false;
      const settled = { as, by, reason, at: tx.now() };
      if (!(await tx.moveCall(id, 'indeterminate', 'indeterminate', { settled }))) return false;
      await tx.append({
        event: 'settled',
        outcome: 'allowed',
        principal: by,
        tool: toolName(row),
        call: id,
        detail: { as, by, reason },
      });
      return true;
    });
  }

  async declassify({
    principal,
    context,
    authenticated,
    label,
    by,
    reason,
  }: Parameters<Desk['declassify']>[0]): Promise<boolean> {
    refuseUnexplained(by, reason);
    const ref: ContextRef = { principal, context, authenticated };
    return await this.#parts.store.transact(async (tx) => {
      const key = contextKey(ref);
      const contexts = await loadContexts(tx, ref);
      // a principal may have touched something in contexts that are over
      const touched = !authenticated && contexts.principals[principal] !== undefined;
      const before = contexts.sessions[key] ?? (touched ? sessionIn(contexts, ref) : undefined);
      if (before === undefined || sessionIn(contexts, ref).labels[label].strength === 'none') return false;
      const after = applyIn(contexts, ref, { type: 'declassify', label, by, reason, at: tx.now() });
      const session = after.sessions[key];
      if (session !== undefined) await tx.saveSession(key, session);
      const labels = after.principals[principal];
      if (labels !== undefined) await tx.saveLabels('principal', principal, labels);
      await tx.append({
        event: 'declassified',
        outcome: 'allowed',
        principal: by,
        tool: '',
        call: null,
        detail: { session: key, label, was: before.labels[label].strength, by, reason },
      });
      return true;
    });
  }

  async declassifyStore({ store, label, by, reason }: DeclassifyStore): Promise<boolean> {
    refuseUnexplained(by, reason);
    return await this.#parts.store.transact(async (tx) => {
      const before = await tx.labels('store', store);
      if (before === undefined || before[label].strength === 'none') return false;
      await tx.saveLabels('store', store, { ...before, [label]: { strength: 'none', witnesses: [] } });
      await tx.append({
        event: 'declassified',
        outcome: 'allowed',
        principal: by,
        tool: '',
        call: null,
        detail: { store, label, was: before[label].strength, by, reason },
      });
      return true;
    });
  }
}

const isSingleUser = ({ all, selfApproval }: People): boolean => selfApproval && all.length === 1;

const refuseUnexplained = (by: string, reason: string): void => {
  if (by.trim() === '' || reason.trim() === '')
    throw new CallgateError('WHO_AND_WHY', 'this is done by somebody, for a reason', {
      help: 'say who (`by`) and why (`reason`)',
    });
};

const voteOf = (cast: CastVote, at: number): Vote => ({
  call: cast.call,
  subject: cast.subject,
  verdict: cast.verdict,
  via: cast.via,
  at,
  opened: cast.opened,
  reason: cast.reason === undefined ? null : cast.reason.slice(0, MAX_REASON),
});

const appendRevoked = async (tx: Tx, grant: Grant, by: string, reason: string): Promise<void> => {
  await tx.append({
    event: 'grant-revoked',
    outcome: 'denied',
    principal: by,
    tool: toolName(grant),
    call: grant.call,
    detail: { grant: grant.id, by, reason },
  });
};

/** A desk on a store. */
export const createDesk = (parts: DeskParts): Desk => new OpenDesk(parts);
