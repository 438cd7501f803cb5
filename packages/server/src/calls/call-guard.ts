import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { canonical, display, isJsonObject, getOwn } from '@callgate/core';
import type { Manifest } from '@callgate/manifest';
import { guardMessages } from '@callgate/messages/guard';
import type { IncomingCall } from './incoming-call.ts';
import type { ConfirmationParts, ConfirmableCall } from './confirm-call.ts';
import { wrapHandlerState, confirmCall, sealingKey } from './confirm-call.ts';
import type { DeclaredLimits, GuardedTool } from './guarded-tool.ts';
import { readGuardedTools, isLooser } from './guarded-tool.ts';
import type { AuditedCall } from './audit-journal.ts';
import { AuditJournal } from './audit-journal.ts';
import type { FlowOrigin, FlowRule } from './flow-rules.ts';
import { UNSEEN_ORIGIN, readFlowOrigin, normaliseRules, findRestrictions } from './flow-rules.ts';
import { addResultLabels } from './result-labels.ts';
import type { GuardCaller, GuardOptions } from './guard-options.ts';
import type { GuardRefusal, RefusalCode } from './guard-refusal.ts';
import { beyondDeclaredRefusal, refusal, refusalResult } from './guard-refusal.ts';
import type { GuardedCallOutcome, IdempotentCalls } from './idempotent-calls.ts';
import { findIdempotencySlot, idempotentCallsOf } from './idempotent-calls.ts';
import type { ReadKind, CallScope, ScopeEnd } from './call-scope.ts';
import { openScope } from './call-scope.ts';

const URL_ELICITATION = -32_042;

/** The SDKs hand one kind of error on to clients as it is. */
const isForClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === URL_ELICITATION;

/** What a handler threw, as an answer that a model can read. */
const errorResult = (error: unknown): JsonObject => ({
  isError: true,
  content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
});

const shownNames = (names: readonly string[]): readonly string[] =>
  names.slice(0, 50).map((name) => display(name, { max: 200 }));

/** What a caller said of its content. */
const originDetail = ({ labels, contributors }: FlowOrigin): JsonObject =>
  labels.length === 0 && contributors.length === 0
    ? {}
    : { flowOrigin: { labels: shownNames(labels), contributors: shownNames(contributors) } };

/** What a handler said it read. */
const readDetail = ({ said }: ScopeEnd): JsonObject =>
  said.size === 0 ? {} : { read: [...said].toSorted() };

/** Runs the handler. `inner` is the handler's own state where ours carried it. */
export type HandlerRunner = (scope: CallScope, inner: string | undefined) => Promise<JsonObject>;

/** What is known of a call at first. */
type UnjudgedCall = Omit<AuditedCall, 'principal'> & { readonly principal: string | undefined };

/** A call that is judged. */
interface JudgedCall extends AuditedCall {
  /** Digest of its tool's definition. */
  readonly definition: string;
  readonly incoming: IncomingCall;
  readonly call: DeclaredLimits;
  readonly origin: FlowOrigin;
  /** Why a person is asked; nobody is where there is no reason. */
  readonly reasons: readonly string[];
}

/** Takes each call of one server from its arguments to its labelled result. */
export class CallGuard {
  readonly tools: ReadonlyMap<string, GuardedTool>;
  /** For connections that have one caller only. */
  readonly connection: string = randomUUID();
  readonly #options: GuardOptions;
  readonly #journal: AuditJournal;
  readonly #confirm: ConfirmationParts;
  readonly #repeated: IdempotentCalls;
  readonly #rules: readonly FlowRule[];
  readonly #released: WeakMap<
    JsonObject,
    { readonly judged: JudgedCall; readonly said: ReadonlySet<ReadKind> }
  > = new WeakMap();

  constructor(manifest: Manifest, options: GuardOptions) {
    this.tools = readGuardedTools(manifest);
    this.#options = options;
    this.#journal = new AuditJournal(this.tools, options);
    const clock = options.clock ?? Date.now;
    const server = manifest.name ?? '';
    const key = sealingKey(options.key, server);
    this.#confirm = { key, server, answerMs: options.answerMs, clock };
    this.#repeated = idempotentCallsOf(manifest, options, clock);
    this.#rules = normaliseRules(options.flow ?? []);
  }

  /** What a handler throws, and every refusal, is an answer that a model can read. */
  async take(incoming: IncomingCall, run: HandlerRunner): Promise<JsonObject> {
    const { tool, args, meta } = incoming;
    const about = this.#about(incoming);
    if (about.principal === undefined) return await this.#refuseFailed(about);
    const { principal } = about;
    const declared = this.tools.get(tool);
    if (declared === undefined)
      return await this.#refuse(
        about,
        'NOT_DECLARED',
        guardMessages.refusals.undeclared({ tool: shownName(tool) }),
      );
    if (!hasOneReading(args))
      return await this.#refuse(
        about,
        'BAD_ARGUMENTS',
        guardMessages.notRun({ tool, reason: guardMessages.refusals.argumentsAmbiguous }),
      );
    const call = declared.forCall(args);
    if (isLooser(call, declared.forRead(incoming.read, call)))
      return await this.#refuse(
        { ...about, call: declared.worst },
        'BAD_ARGUMENTS',
        guardMessages.notRun({ tool, reason: guardMessages.refusals.argumentsReadOtherwise }),
      );
    const origin = meta === undefined ? UNSEEN_ORIGIN : readFlowOrigin(meta);
    const restrictions = findRestrictions(this.#rules, origin, call);
    const [first] = restrictions;
    if (first?.then === 'refuse')
      return await this.#refuse(
        { ...about, call },
        'FLOW_REFUSED',
        guardMessages.notRun({ tool, reason: first.reason }),
      );
    const reasons = [
      ...(call.answers.requiresConfirmation === 'yes' ? [guardMessages.question.authorAsks] : []),
      ...restrictions.map(({ reason }) => reason),
    ];
    return await this.#once(
      { ...about, principal, definition: declared.digest, incoming, call, origin, reasons },
      run,
    );
  }

  /** For calls that the guard never got to judge. */
  async refuseUnjudged(incoming: IncomingCall, refused: GuardRefusal): Promise<JsonObject> {
    return await this.#refuse(this.#about(incoming), refused.code, refused.text);
  }

  /** For answers that an SDK made of what was released: they are labelled as the call was, and stand in the record. */
  async replaced(
    incoming: IncomingCall,
    answer: JsonObject | undefined,
    made: JsonObject,
  ): Promise<JsonObject> {
    const known = answer === undefined ? undefined : this.#released.get(answer);
    const call = known?.judged.call ?? this.tools.get(incoming.tool)?.worst;
    if (call === undefined) return made;
    const about = known?.judged ?? this.#about(incoming);
    const noted = { ...about, principal: about.principal ?? 'unknown', call };
    const unkept = await this.#journal.note(noted, 'tools/result', 'error', { replaced: true });
    return unkept === undefined
      ? addResultLabels(made, call, known?.said ?? new Set())
      : refusalResult(unkept);
  }

  #about({ tool, args, caller }: IncomingCall): UnjudgedCall {
    return {
      id: this.#journal.newId(),
      principal: this.#principalOf(caller),
      session: caller.session,
      tool,
      args,
      call: undefined,
    };
  }

  /** Undefined where the author's own word for it failed. */
  #principalOf(caller: GuardCaller): string | undefined {
    try {
      const name: unknown = this.#options.principal?.(caller) ?? caller.client ?? 'local';
      return typeof name === 'string' ? name : undefined;
    } catch {
      return undefined;
    }
  }

  async #refuseFailed(about: UnjudgedCall): Promise<JsonObject> {
    return await this.#refuse(
      about,
      'GUARD_FAILED',
      guardMessages.notRun({ tool: shownName(about.tool), reason: guardMessages.refusals.serverFailed }),
    );
  }

  /** A call that carries an idempotency key runs once. */
  async #once(judged: JudgedCall, run: HandlerRunner): Promise<JsonObject> {
    const { meta, proof, connection } = judged.incoming;
    const place = findIdempotencySlot(meta, judged.principal, proof ?? connection, judged.call);
    if (place === undefined) return (await this.#proceed(judged, run)).result;
    if (place === 'unreadable')
      return await this.#refuse(
        judged,
        'KEY_UNREADABLE',
        guardMessages.notRun({ tool: judged.tool, reason: guardMessages.refusals.keyUnreadable }),
      );
    const once = await this.#repeated.once(place, judged.args, async () => await this.#proceed(judged, run));
    if (once.type === 'first') return once.result;
    if (once.type === 'other')
      return await this.#refuse(
        judged,
        'KEY_REUSED',
        guardMessages.notRun({ tool: judged.tool, reason: guardMessages.refusals.keyReused }),
      );
    const unkept = await this.#journal.note(judged, 'tools/call', 'allowed', { repeated: true });
    return unkept === undefined ? once.result : refusalResult(unkept);
  }

  async #proceed(judged: JudgedCall, run: HandlerRunner): Promise<GuardedCallOutcome> {
    const { incoming, call, args, principal, definition, reasons, origin } = judged;
    let asksItself: boolean;
    try {
      asksItself = reasons.length > 0 && this.#options.asksPeople?.(incoming.caller) === true;
    } catch {
      return notRunOutcome(await this.#refuseFailed(judged));
    }
    const confirmed: ConfirmableCall | undefined =
      reasons.length === 0 || asksItself
        ? undefined
        : { call, args, principal, proof: incoming.proof ?? '', definition, reasons };
    let inner: string | undefined;
    if (confirmed !== undefined) {
      const answer = await confirmCall(this.#confirm, confirmed, incoming.asking);
      if (answer.type === 'refuse')
        return notRunOutcome(await this.#refuse(judged, answer.refusal.code, answer.refusal.text));
      if (answer.type === 'ask') {
        const unkept = await this.#journal.note(judged, 'tools/call', 'deferred', { reasons });
        return notRunOutcome(unkept === undefined ? answer.result : refusalResult(unkept));
      }
      ({ inner } = answer);
    }
    if (incoming.signal?.aborted === true)
      return notRunOutcome(
        await this.#refuse(
          judged,
          'CANCELLED',
          guardMessages.notRun({ tool: judged.tool, reason: guardMessages.refusals.cancelled }),
        ),
      );
    const unkept = await this.#journal.note(judged, 'tools/call', 'allowed', {
      ...(confirmed === undefined ? {} : { confirmed: reasons }),
      ...originDetail(origin),
    });
    if (unkept !== undefined) return notRunOutcome(refusalResult(unkept));
    const result = await this.#run(judged, confirmed, async (scope) => await run(scope, inner));
    return { result, ran: true };
  }

  async #run(
    judged: JudgedCall,
    confirmed: ConfirmableCall | undefined,
    run: (scope: CallScope) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const { scope, end } = openScope(judged.call, this.#options.inside ?? [], (late) => {
      void this.#journal.note(judged, 'tools/result', 'denied', {
        ...beyondDeclaredRefusal(late),
        late: true,
      });
    });
    let result: JsonObject;
    try {
      result = await run(scope);
      if (!isJsonObject(result)) throw new TypeError(guardMessages.params.noResult);
    } catch (error) {
      const ended = end();
      const released = await this.#settle(judged, ended, 'error', { threw: true, ...readDetail(ended) });
      if (released !== undefined) return released;
      if (isForClient(error)) throw error;
      return addResultLabels(errorResult(error), judged.call, ended.said);
    }
    const ended = end();
    if (getOwn(result, 'resultType') === 'input_required') {
      const released = await this.#settle(judged, ended, 'deferred', {});
      return (
        released ?? (confirmed === undefined ? result : wrapHandlerState(this.#confirm, confirmed, result))
      );
    }
    const outcome = getOwn(result, 'isError') === true ? 'error' : 'allowed';
    const released = await this.#settle(judged, ended, outcome, readDetail(ended));
    if (released !== undefined) return released;
    const answer = addResultLabels(result, judged.call, ended.said);
    this.#released.set(answer, { judged, said: ended.said });
    return answer;
  }

  /** What is released instead of the answer, if anything: a call that went too far, or that cannot be recorded. */
  async #settle(
    judged: JudgedCall,
    { broken }: ScopeEnd,
    outcome: 'allowed' | 'error' | 'deferred',
    more: JsonObject,
  ): Promise<JsonObject | undefined> {
    if (broken === undefined) {
      const unkept = await this.#journal.note(judged, 'tools/result', outcome, more);
      return unkept === undefined ? undefined : refusalResult(unkept);
    }
    const refused = beyondDeclaredRefusal(broken);
    const unkept = await this.#journal.note(judged, 'tools/result', 'denied', { ...refused });
    return refusalResult(unkept ?? refused);
  }

  async #refuse(about: UnjudgedCall, code: RefusalCode, text: string): Promise<JsonObject> {
    const refused = refusal(code, text);
    const noted = { ...about, principal: about.principal ?? 'unknown' };
    const unkept = await this.#journal.note(noted, 'tools/call', 'denied', { ...refused });
    return refusalResult(unkept ?? refused);
  }
}

const notRunOutcome = (result: JsonObject): GuardedCallOutcome => ({ result, ran: false });

const shownName = (tool: string): string => display(tool, { max: 100 });

const hasOneReading = (args: JsonObject): boolean => {
  try {
    canonical(args);
    return true;
  } catch {
    return false;
  }
};
