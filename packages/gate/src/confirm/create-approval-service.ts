import type { JsonObject, TrustLevel } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { ContextRef, Contexts, LabelName, UnprovenValue } from '@callgate/core/label';
import { LABEL_NAMES, applyContextEvent, contextKey, getContextSession } from '@callgate/core/label';
import { digestText } from '@callgate/core/receive';
import type { ArgumentRole } from '@callgate/core/vocabulary';
import type { VoteReason } from '@callgate/messages/approval';
import { approvalMessages, groupRefusalText, missingText, voteReasonText } from '@callgate/messages/approval';
import { approvalErrors } from '@callgate/messages/errors/approval';
import type { LabelFall } from '../decide/call-history.ts';
import { fallId, listFallShares, loadRaisedAt, sessionHolder, storeHolder } from '../decide/call-history.ts';
import type { Clock } from '../environment/clock.ts';
import { systemClock } from '../environment/clock.ts';
import { mintId } from '../environment/ids.ts';
import type { GateEvent } from '../events/gate-event.ts';
import { rememberDenial } from '../label/remember-denial.ts';
import { loadWithHost, saveSessions } from '../label/load-contexts.ts';
import type { ToolCatalogue } from '../receive/tool-catalogue.ts';
import { getCallSecretScope, formatToolName } from '../record/call-details.ts';
import type { CallRow } from '../record/call-row.ts';
import type { FileChangeEvent } from '../record/file-changes.ts';
import { recordFileChanges } from '../record/file-changes.ts';
import type { Grant } from '../record/grant.ts';
import type { Keys } from '../record/keys.ts';
import { parseEntry } from '../record/entry-schema.ts';
import { openPreview } from '../record/open-preview.ts';
import { openArguments } from '../record/secrets.ts';
import type { Vote } from '../record/vote.ts';
import { addAlert, makeOnceAlertId } from '../store/add-alert.ts';
import type { Alert, Store, Tx } from '../store/store.ts';
import type { AllowOffer } from './allow-offers.ts';
import { ONLY_ONCE, grantOfChoice, listAllowOffers } from './allow-offers.ts';
import type { ApprovalRequest } from './approval-channel.ts';
import type {
  InBandGroup,
  InBandGroupFormatter,
  InBandQuestion,
  VoteRequest,
  DeclassifyStoreRequest,
  ApprovalService,
  InBandFormatter,
  VoteRefusal,
  VoteResult,
} from './approval-service.ts';
import { endCall } from './end-call.ts';
import { makeGrantForCall } from './grants.ts';
import type { ConcurrentCall } from './group-calls.ts';
import { groupCalls, listTouchedThings } from './group-calls.ts';
import { groupRefusalReason } from './group-refusal-reason.ts';
import { canVote, findElectorate } from './electorate.ts';
import { isMatchingCode, mintCode, openReceipt, sealReceipt } from './in-band-receipt.ts';
import type { InBandConnection, InBandSettings } from './in-band.ts';
import {
  DEFAULT_IN_BAND,
  IN_BAND_UNCOUNTED,
  inBandRefusalReason,
  readingTimeMs,
  severityReason,
} from './in-band.ts';
import type { People } from './people.ts';
import type { Quorum } from './quorum.ts';
import { judgeQuorum } from './quorum.ts';

const BY_WEIGHT: readonly ArgumentRole[] = ['destination', 'code', 'critical', 'object', 'payload'];

export interface ApprovalServiceParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly people: People;
  /** Without it no grants are given here: what they bind to is not known. */
  readonly catalogue?: ToolCatalogue;
  readonly tell?: (event: GateEvent) => void;
  /** What the operator set for answers over agents' own connections. */
  readonly inBand?: InBandSettings;
  /** How long a person needs at least for a question. */
  readonly readingMs?: number;
  readonly clock?: Clock;
  /** Called before an answer over an agent's own connection is asked for or counted. */
  readonly refresh?: () => Promise<void>;
}

const MAX_REASON = 500;

class StoreApprovalService implements ApprovalService {
  readonly #parts: ApprovalServiceParts;
  readonly read: ApprovalService['read'];

  constructor(parts: ApprovalServiceParts) {
    this.#parts = parts;
    this.read = parts.store.read;
  }

  storeProblem(): CallgateError | undefined {
    const { store } = this.#parts;
    try {
      store.checkPlace();
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return error;
    }
    return store.broken;
  }

  async question(id: string): Promise<ApprovalRequest | undefined> {
    const row = await this.read.call(id);
    if (row === undefined || row.binding === null) return undefined;
    const twin = row.twin === null ? undefined : await this.read.call(row.twin);
    const args = openArguments(this.#parts.keys, row.sealedArguments, getCallSecretScope(row.id));
    const userMessage = await this.#userMessage(row);
    return {
      call: row.id,
      principal: row.principal.subject,
      delegation: row.principal.delegation,
      client: row.situation.client ?? null,
      userMessage: userMessage ?? null,
      isUserMessageGone: userMessage === undefined && row.situation.userMessage !== undefined,
      context: row.context,
      kind: row.kind,
      server: row.server,
      target: row.target,
      definition: row.definition,
      arguments: args,
      argumentsDigest: row.argumentsDigest,
      ...this.#places(row, args),
      decision: row.decision,
      operatorReason: row.situation.operatorReason ?? null,
      preview: row.situation.preview === undefined ? null : openPreview(this.#parts.keys, row),
      labels: row.situation.labels,
      origins: row.situation.origins,
      binding: row.binding,
      askedAt: row.heldAt ?? row.receivedAt,
      expiresAt: row.expiresAt ?? 0,
      selfApproval: this.#parts.people.selfApproval,
      twin: twin === undefined ? null : { call: twin.id, state: twin.state },
      planned: row.situation.planned === true,
      alone: this.#aloneReason(row) ?? null,
      offers: this.#offers(row, args),
    };
  }

  async group(calls: readonly string[]): Promise<readonly (readonly string[])[]> {
    const rows = await Promise.all(calls.map((call) => this.read.call(call)));
    const waiting = rows.filter((row) => row?.state === 'held' && row.waiting === 'people');
    return groupCalls(waiting.flatMap((row) => (row === undefined ? [] : [this.#concurrentCall(row)])));
  }

  #concurrentCall(row: CallRow): ConcurrentCall {
    const { id, session, principal, kind, server, target, heldAt, receivedAt, decision } = row;
    const tool = this.#parts.catalogue?.find(kind, server, target, row.argumentsDigest);
    const args = openArguments(this.#parts.keys, row.sealedArguments, getCallSecretScope(id));
    return {
      call: id,
      asker: canonical([session, principal.subject, principal.delegation]),
      askedAt: heldAt ?? receivedAt,
      mutates: decision.facts.mutates !== 'no',
      touches: tool === undefined ? undefined : listTouchedThings(tool, args),
    };
  }

  #offers(row: CallRow, args: JsonObject): readonly AllowOffer[] {
    const { people, catalogue, clock = systemClock } = this.#parts;
    const [subject] = findElectorate(people, row.principal).byAccount.keys();
    if (row.state !== 'held' || subject === undefined) return ONLY_ONCE;
    const tool = catalogue?.find(row.kind, row.server, row.target);
    return listAllowOffers({ row, tool, args: () => args, people, subject, now: clock.now() });
  }

  /** Only what a host had heard when the call was made: what an agent declares as its task is no word of the user. */
  async #userMessage({ session, situation: { userMessage } }: CallRow): Promise<string | undefined> {
    if (userMessage === undefined) return undefined;
    try {
      const found = await this.#parts.store.transact((tx) => tx.session(session));
      return found?.said.find(({ via, text }) => via === 'host' && digestText('said', text) === userMessage)
        ?.text;
    } catch (error) {
      // a store that is only read opens no sessions
      if (error instanceof CallgateError && error.code === 'STORE_READ_ONLY') return undefined;
      throw error;
    }
  }

  /** Where the tool is not known, the values that could not be traced. */
  #places(
    { kind, server, target, argumentsDigest, situation }: CallRow,
    args: JsonObject,
  ): Pick<ApprovalRequest, 'decisive' | 'undeclared'> {
    const tool = this.#parts.catalogue?.find(kind, server, target, argumentsDigest);
    const isDeclared = tool?.places.declarationTest(args) ?? (() => true);
    const deciding = tool?.places.valuesOf(args)?.filter(({ role }) => role !== 'payload');
    const weightOf = ({ path, role }: Pick<UnprovenValue, 'path' | 'role'>): number =>
      isDeclared(path) ? BY_WEIGHT.indexOf(role ?? 'payload') : BY_WEIGHT.length;
    const undeclared = Object.keys(args).filter((name) => !isDeclared([name]));
    return {
      decisive: (deciding ?? situation.origins.unproven)
        .toSorted((a, b) => weightOf(a) - weightOf(b))
        .map(({ path }) => path),
      ...(undeclared.length === 0 ? {} : { undeclared }),
    };
  }

  #inBandRefusal(
    row: CallRow,
    connection: InBandConnection,
    verdict: VoteRequest['verdict'],
  ): VoteReason | undefined {
    const { principal, decision, situation } = row;
    const { inBand = DEFAULT_IN_BAND, people } = this.#parts;
    const call = { principal, decision, origins: situation.origins, trust: this.#trustOf(row) };
    return inBandRefusalReason(call, connection, inBand, people, verdict);
  }

  #trustOf({ kind, server, target }: CallRow): TrustLevel | undefined {
    return this.#parts.catalogue?.find(kind, server, target)?.tool.server.trust;
  }

  /** Whether an answer over the agent's connection did not count before: then none does any more. */
  async #hasFailedInBand(call: string): Promise<boolean> {
    const rows = await this.read.rowsOfCall(call);
    return rows.some(
      ({ event, bytes }) => event === 'alert' && parseEntry(bytes).detail['code'] === IN_BAND_UNCOUNTED,
    );
  }

  async askInBand(id: string, connection: InBandConnection, show: InBandFormatter): Promise<InBandQuestion> {
    await this.#parts.refresh?.();
    const [row, question] = await Promise.all([this.read.call(id), this.question(id)]);
    if (row === undefined || question === undefined || row.state !== 'held' || row.waiting !== 'people')
      return { asked: false, because: { code: 'notAsked' } };
    const because = this.#inBandRefusal(row, connection, 'approve');
    if (because !== undefined) return { asked: false, because };
    if (await this.#hasFailedInBand(id)) return { asked: false, because: { code: 'failedBefore' } };
    const code = connection.transport === 'host' ? null : mintCode();
    const shown = show(question, code);
    if (shown === undefined) return { asked: false, because: { code: 'tooLong' } };
    const { keys, clock = systemClock } = this.#parts;
    const { text, canApprove, allows } = shown;
    const receipt = {
      call: id,
      binding: question.binding,
      code,
      sentAt: clock.now(),
      shown: text.length,
      canApprove,
      ...(allows === undefined ? {} : { allows }),
    };
    return {
      asked: true,
      question,
      text,
      subject: row.principal.subject,
      receipt: sealReceipt(keys, receipt),
    };
  }

  /** Undefined where an answer would not count, or where it is decided by itself. */
  async #groupedInBand(
    id: string,
    connection: InBandConnection,
  ): Promise<{ readonly question: ApprovalRequest; readonly subject: string } | undefined> {
    const [row, question] = await Promise.all([this.read.call(id), this.question(id)]);
    if (row?.state !== 'held' || row.waiting !== 'people' || question === undefined) return undefined;
    if (question.alone !== null || this.#inBandRefusal(row, connection, 'approve') !== undefined)
      return undefined;
    return (await this.#hasFailedInBand(id)) ? undefined : { question, subject: row.principal.subject };
  }

  async askTogetherInBand(
    calls: readonly string[],
    connection: InBandConnection,
    show: InBandGroupFormatter,
  ): Promise<InBandGroup | undefined> {
    await this.#parts.refresh?.();
    const asked = await Promise.all(calls.map((call) => this.#groupedInBand(call, connection)));
    const group = asked.filter((each) => each !== undefined);
    const code = mintCode();
    const text =
      group.length < 2
        ? undefined
        : show(
            group.map(({ question }) => question),
            code,
          );
    if (text === undefined) return undefined;
    const { keys, clock = systemClock } = this.#parts;
    const sent = { code, sentAt: clock.now(), shown: text.length, canApprove: true };
    return {
      text,
      questions: group.map((each) => {
        const { call, binding } = each.question;
        return { ...each, receipt: sealReceipt(keys, { call, binding, ...sent }) };
      }),
    };
  }

  /** Why an answer over the agent's own connection does not count, where it does not. */
  #uncountedInBand(row: CallRow, cast: VoteRequest, hasFailed: boolean): VoteReason | undefined {
    const { inBand } = cast;
    if (inBand === undefined) return { code: 'noQuestion' };
    const refusal = this.#inBandRefusal(row, inBand.connection, cast.verdict);
    if (refusal !== undefined || cast.verdict !== 'approve') return refusal;
    if (hasFailed) return { code: 'failedBefore' };
    const { keys, clock = systemClock, readingMs = 0 } = this.#parts;
    const receipt = openReceipt(keys, inBand.receipt);
    if (receipt === undefined || receipt.call !== row.id || receipt.binding !== cast.binding)
      return { code: 'otherQuestion' };
    if (!receipt.canApprove) return { code: 'notWhole' };
    if (receipt.code !== null && !isMatchingCode(inBand.code, receipt.code)) return { code: 'noCode' };
    const waited = clock.now() - receipt.sentAt - (inBand.afterAnswerMs ?? 0);
    return waited < readingTimeMs(readingMs, receipt.shown)
      ? { code: 'tooSoon', ms: Math.max(0, waited) }
      : undefined;
  }

  async vote(cast: VoteRequest): Promise<VoteResult> {
    if (cast.via === 'elicitation') await this.#parts.refresh?.();
    const { at, result, alert } = await this.#parts.store.transact(async (tx) => {
      const uncounted = await this.#answerInBand(tx, cast);
      return uncounted === undefined
        ? { at: tx.now(), result: await this.#cast(tx, cast), alert: undefined }
        : { at: tx.now(), ...uncounted };
    });
    if (alert !== undefined) this.#parts.tell?.({ type: 'alert', alert });
    this.#told(cast.call, result, at);
    return result;
  }

  /** An answer over the agent's own connection that does not count leaves an entry, and the call goes on waiting. */
  async #answerInBand(
    tx: Tx,
    cast: VoteRequest,
  ): Promise<{ readonly result: VoteResult; readonly alert: Alert | undefined } | undefined> {
    if (cast.via !== 'elicitation') return undefined;
    const row = await tx.call(cast.call);
    if (row === undefined || !isOpenTo(row, cast.verdict)) return undefined;
    const hasFailed = await tx.hasAlert(makeOnceAlertId(IN_BAND_UNCOUNTED, row.id));
    const because = this.#uncountedInBand(row, cast, hasFailed);
    if (because === undefined) return undefined;
    const alert = await addAlert(tx, {
      code: IN_BAND_UNCOUNTED,
      message: approvalMessages.inBand.alert({ because: voteReasonText(because) }),
      call: row.id,
      to: ['operator'],
      now: tx.now(),
      once: row.id,
    });
    return { result: refuseVote(row, 'VOTE_UNCOUNTED', because), alert };
  }

  async voteGroup(casts: readonly VoteRequest[]): Promise<readonly VoteResult[]> {
    if (casts.some(({ via }) => via === 'elicitation'))
      throw new CallgateError(approvalErrors.groupOverConnection());
    const { at, results } = await this.#parts.store.transact(async (tx) => {
      const rows: CallRow[] = [];
      for (const { call } of casts) {
        const row = await tx.call(call);
        if (row !== undefined) rows.push(row);
      }
      const because =
        rows.length === casts.length ? groupRefusalReason(rows) : ({ code: 'missing' } as const);
      const refusals = casts.filter(({ verdict }) => verdict === 'refuse').length;
      if (because !== undefined && refusals < casts.length)
        throw new CallgateError(approvalErrors.groupNotAllowed({ because: groupRefusalText(because) }));
      const answers: VoteResult[] = [];
      for (const cast of casts) answers.push(await this.#cast(tx, cast));
      return { at: tx.now(), results: answers };
    });
    for (const [index, result] of results.entries()) this.#told(casts[index]?.call ?? '', result, at);
    return results;
  }

  #told(call: string, { state, refusal }: VoteResult, at: number): void {
    if (refusal === undefined && state !== 'held') this.#parts.tell?.({ type: 'moved', call, state, at });
  }

  /** What a vote that does not count gives. */
  #uncounted(row: CallRow, cast: VoteRequest, now: number): VoteResult | undefined {
    if (!isOpenTo(row, cast.verdict))
      return refuseVote(row, 'CALL_CHANGED', { code: 'over', state: row.state });
    if (row.expiresAt !== null && now >= row.expiresAt)
      return refuseVote(row, 'VOTE_UNCOUNTED', { code: 'expired' });
    if (row.binding !== cast.binding) return refuseVote(row, 'QUESTION_CHANGED', { code: 'changed' });
    if (!canVote(this.#parts.people, row.principal, cast.subject))
      return refuseVote(row, 'VOTE_FORBIDDEN', {
        code: 'forbidden',
        subject: display(cast.subject, { max: 80 }),
      });
    if (cast.verdict === 'approve' && row.decision.obligations.terms === 'strong' && !cast.opened)
      return refuseVote(row, 'VOTE_UNOPENED', { code: 'notOpened' });
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
      isSevere: this.#severity(row) !== undefined,
    });
  }

  /** What may be the work of an injection is not approved among others. */
  #aloneReason(row: CallRow): VoteReason | undefined {
    const isInjected = row.situation.origins.unproven.some(({ origin }) => origin === 'untrusted');
    return this.#severity(row) ?? (isInjected ? { code: 'fromUntrusted' } : undefined);
  }

  #severity(row: CallRow): VoteReason | undefined {
    const { decision, situation } = row;
    return severityReason({ decision, origins: situation.origins, trust: this.#trustOf(row) });
  }

  async #cast(tx: Tx, cast: VoteRequest): Promise<VoteResult> {
    const row = await tx.call(cast.call);
    if (row === undefined)
      throw new CallgateError(approvalErrors.callUnknown({ call: display(cast.call, { max: 80 }) }));
    const now = tx.now();
    const uncounted = this.#uncounted(row, cast, now);
    if (uncounted !== undefined) return uncounted;
    const vote = voteOf(cast, now);
    const withoutSelf = { ...this.#parts.people, selfApproval: false };
    if (!(await tx.addVote(vote))) return refuseVote(row, 'VOTE_TWICE', { code: 'twice' });
    await tx.append({
      event: 'vote',
      outcome: vote.verdict === 'approve' ? 'allowed' : 'denied',
      principal: vote.subject,
      tool: formatToolName(row),
      call: row.id,
      detail: {
        subject: vote.subject,
        verdict: vote.verdict,
        via: vote.via,
        opened: vote.opened,
        reason: vote.reason,
        binding: cast.binding,
        at: vote.at,
        dwellMs: now - (row.heldAt ?? now),
        selfApproval: !canVote(withoutSelf, row.principal, vote.subject),
      },
    });
    const quorum = this.#quorum(row, await tx.votes(row.id));
    return await this.#conclude(tx, row, cast, quorum, now);
  }

  async #conclude(tx: Tx, row: CallRow, cast: VoteRequest, quorum: Quorum, now: number): Promise<VoteResult> {
    if (quorum.state === 'pending') return { state: 'held', missing: quorum.missing };
    if (quorum.state !== 'approved') {
      const fault =
        quorum.state === 'refused'
          ? {
              code: 'REFUSED',
              message: approvalMessages.vote.denied({
                subject: display(cast.subject),
                reason: cast.reason === undefined ? undefined : display(cast.reason, { max: MAX_REASON }),
              }),
            }
          : { code: 'QUORUM_IMPOSSIBLE', message: missingText(quorum.missing) };
      await endCall(tx, row, 'refused', fault, now);
      if (quorum.state === 'refused') await rememberDenial(tx, row);
      return { state: 'refused', missing: [] };
    }
    if (!(await tx.moveCall(row.id, 'held', 'approved', { waiting: null })))
      return refuseVote(row, 'VOTE_UNCOUNTED', { code: 'late' });
    await tx.append({
      event: 'approved',
      outcome: 'allowed',
      principal: row.principal.subject,
      tool: formatToolName(row),
      call: row.id,
      detail: {
        arrows: ['approved'],
        from: 'held',
        by: [...quorum.counted],
        binding: row.binding,
        expiresAt: row.expiresAt,
      },
    });
    const wish = cast.via === 'elicitation' ? this.#inBandWish(cast) : cast.grant;
    if (wish === undefined) return { state: 'approved', missing: [] };
    if (wish === 'not offered')
      return { state: 'approved', missing: [], noGrantBecause: { code: 'notOffered' } };
    return { state: 'approved', missing: [], ...(await this.#grant(tx, row, { ...cast, grant: wish }, now)) };
  }

  /** Over the agent's connection only what the question itself offered is given. */
  #inBandWish({ inBand, grant }: VoteRequest): VoteRequest['grant'] | 'not offered' {
    const { allow = 'once', receipt = '' } = inBand ?? {};
    if (grant !== undefined) return 'not offered';
    if (allow === 'once') return undefined;
    const shown = openReceipt(this.#parts.keys, receipt);
    return shown?.allows?.includes(allow) === true ? grantOfChoice(allow) : 'not offered';
  }

  async #grant(
    tx: Tx,
    row: CallRow,
    { grant: wish, subject }: VoteRequest,
    now: number,
  ): Promise<Pick<VoteResult, 'grant' | 'noGrantBecause'>> {
    const tool = this.#parts.catalogue?.find(row.kind, row.server, row.target);
    if (wish === undefined) return {};
    const made = makeGrantForCall({
      id: mintId(now),
      wish,
      row,
      tool,
      args: () => openArguments(this.#parts.keys, row.sealedArguments, getCallSecretScope(row.id)),
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
      tool: formatToolName(row),
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

  async settle(id: string, { as, by, reason }: Parameters<ApprovalService['settle']>[1]): Promise<boolean> {
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
        tool: formatToolName(row),
        call: id,
        detail: { as, by, reason },
      });
      return true;
    });
  }

  async filesChanged(event: FileChangeEvent): Promise<void> {
    await this.#parts.store.transact((tx) => recordFileChanges(tx, event));
  }

  async declassify({
    principal,
    context,
    authenticated,
    label,
    by,
    reason,
  }: Parameters<ApprovalService['declassify']>[0]): Promise<boolean> {
    refuseUnexplained(by, reason);
    const ref: ContextRef = { principal, context, authenticated };
    return await this.#parts.store.transact(async (tx) => {
      const key = contextKey(ref);
      const contexts = await loadWithHost(tx, ref);
      if (!isLabelName(label)) {
        const keys = [key, ...sameAgent(contexts, ref).map(contextKey)];
        return await dropLabel(tx, { label, holders: keys.map(sessionHolder) }, { session: key, by, reason });
      }
      // a principal may have touched something in contexts that are over
      const touched = !authenticated && contexts.principals[principal] !== undefined;
      const before = contexts.sessions[key] ?? (touched ? getContextSession(contexts, ref) : undefined);
      if (before === undefined || getContextSession(contexts, ref).labels[label].strength === 'none')
        return false;
      const event = { type: 'declassify', label, by, reason, at: tx.now() } as const;
      // what counts for this context would bring the label back
      const after = sameAgent(contexts, ref).reduce(
        (left, each) => applyContextEvent(left, each, event),
        applyContextEvent(contexts, ref, event),
      );
      await saveSessions(tx, contexts, after);
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

  async declassifyStore({ store, label, by, reason }: DeclassifyStoreRequest): Promise<boolean> {
    refuseUnexplained(by, reason);
    return await this.#parts.store.transact(async (tx) => {
      if (!isLabelName(label))
        return await dropLabel(tx, { label, holders: [storeHolder(store)] }, { store, by, reason });
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

const isLabelName = (label: string): label is LabelName => LABEL_NAMES.some((name) => name === label);

/** Takes a label of one's own away. It was raised before, by this clock or by that of another gateway. */
const dropLabel = async (
  tx: Tx,
  fall: LabelFall,
  { by, reason, ...of }: { readonly by: string; readonly reason: string; readonly [name: string]: string },
): Promise<boolean> => {
  const raisedAt = await loadRaisedAt(tx, fall);
  if (raisedAt === null) return false;
  const at = Math.max(tx.now(), raisedAt + 1);
  await tx.countCall(fallId(fall), listFallShares(fall), at);
  const { label, holders } = fall;
  await tx.append({
    event: 'declassified',
    outcome: 'allowed',
    principal: by,
    tool: '',
    call: null,
    detail: { ...of, label, holders: [...holders], at, by, reason },
  });
  return true;
};

/** The host process of a session, and the sessions of a host process. */
const sameAgent = ({ sessions }: Contexts, ref: ContextRef): readonly ContextRef[] => {
  const session = sessions[contextKey(ref)];
  const host = session?.host === undefined ? [] : [session.host];
  return [...host, ...(session?.members ?? [])]
    .map((context) => ({ principal: ref.principal, context, authenticated: true }))
    .filter((each) => sessions[contextKey(each)] !== undefined);
};

/** A no still counts after the yes, until the call is out. */
const isOpenTo = ({ state, waiting }: CallRow, verdict: VoteRequest['verdict']): boolean =>
  state === 'held' ? waiting === 'people' : state === 'approved' && verdict === 'refuse';

const refuseVote = ({ state }: CallRow, refusal: VoteRefusal, refusedBecause: VoteReason): VoteResult => ({
  state,
  refusal,
  refusedBecause,
  missing: [],
});

const refuseUnexplained = (by: string, reason: string): void => {
  if (by.trim() === '' || reason.trim() === '') throw new CallgateError(approvalErrors.unexplained());
};

const voteOf = (cast: VoteRequest, at: number): Vote => ({
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
    tool: formatToolName(grant),
    call: grant.call,
    detail: { grant: grant.id, by, reason },
  });
};

/** A desk on a store. */
export const createApprovalService = (parts: ApprovalServiceParts): ApprovalService =>
  new StoreApprovalService(parts);
