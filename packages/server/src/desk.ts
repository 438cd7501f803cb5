import type { JsonObject } from '@callgate/core';
import { canonical, display, isJsonObject, own } from '@callgate/core';
import type { Manifest } from '@callgate/manifest';
import type { Incoming } from './asking.ts';
import type { Noted } from './audit/journal.ts';
import { Journal } from './audit/journal.ts';
import type { CallClass } from './call-class.ts';
import type { ConfirmParts, Confirmed } from './confirm.ts';
import { carryOn, confirm } from './confirm.ts';
import type { DeclaredTool } from './declared-tool.ts';
import { declaredTools } from './declared-tool.ts';
import type { FlowOrigin, FlowRule } from './flow.ts';
import { UNSEEN_ORIGIN, flowOriginOf, restrictionsOn } from './flow.ts';
import { labelled } from './labels.ts';
import type { GuardOptions } from './options.ts';
import type { Refusal, RefusalCode } from './refusal.ts';
import { beyondRefusal, refusal, refusalResult } from './refusal.ts';
import { RepeatedCalls, placeOf } from './repeated.ts';
import type { Scope, ScopeEnd } from './scope.ts';
import { openScope } from './scope.ts';
import { sealingKey } from './seal.ts';

/** Runs the handler. `inner` is the handler's own state where ours carried it. */
export type RunHandler = (scope: Scope, inner: string | undefined) => Promise<JsonObject>;

/** A call that is judged. */
interface Judged extends Noted {
  readonly incoming: Incoming;
  readonly call: CallClass;
  readonly origin: FlowOrigin;
  /** Why a person is asked; nobody is where there is no reason. */
  readonly reasons: readonly string[];
}

/** Answers are remembered for a server, not for a connection. */
const repeatedIn = new WeakMap<Manifest, RepeatedCalls>();

/** Takes each call of one server from its arguments to its labelled result. */
export class Desk {
  readonly tools: ReadonlyMap<string, DeclaredTool>;
  readonly #options: GuardOptions;
  readonly #journal: Journal;
  readonly #confirm: ConfirmParts;
  readonly #repeated: RepeatedCalls;
  readonly #rules: readonly FlowRule[];

  constructor(manifest: Manifest, options: GuardOptions) {
    this.tools = declaredTools(manifest);
    this.#options = options;
    this.#journal = new Journal(this.tools, options);
    const clock = options.clock ?? Date.now;
    this.#confirm = { key: sealingKey(options.key), answerMs: options.answerMs, clock };
    this.#repeated = repeatedIn.get(manifest) ?? new RepeatedCalls(clock);
    repeatedIn.set(manifest, this.#repeated);
    this.#rules = options.flow ?? [];
  }

  /** What a handler throws, and every refusal, is an answer that a model can read. */
  async take(incoming: Incoming, run: RunHandler): Promise<JsonObject> {
    const { tool, args, meta } = incoming;
    const about = this.#about(incoming);
    const declared = this.tools.get(tool);
    if (declared === undefined)
      return await this.#refuse(
        about,
        'NOT_DECLARED',
        `${display(tool, { max: 100 })} is not declared by this server`,
      );
    if (!hasOneReading(args))
      return await this.#refuse(
        about,
        'BAD_ARGUMENTS',
        `${tool} did not run: its arguments have no single reading`,
      );
    const call = declared.forCall(args);
    const origin = meta === undefined ? UNSEEN_ORIGIN : flowOriginOf(meta);
    const restrictions = restrictionsOn(this.#rules, origin, call);
    const [first] = restrictions;
    if (first?.then === 'refuse')
      return await this.#refuse({ ...about, call }, 'FLOW_REFUSED', `${tool} did not run: ${first.reason}`);
    const reasons = [
      ...(call.answers.requiresConfirmation === 'yes' ? ['Its author asks for a person’s word'] : []),
      ...restrictions.map(({ reason }) => reason),
    ];
    return await this.#once({ ...about, incoming, call, origin, reasons }, run);
  }

  /** For calls that the guard never got to judge. */
  async refuseUnjudged(incoming: Incoming, refused: Refusal): Promise<JsonObject> {
    return await this.#refuse(this.#about(incoming), refused.code, refused.text);
  }

  #about({ tool, args, caller }: Incoming): Noted {
    const principal = this.#options.principal?.(caller) ?? caller.client ?? 'local';
    return { id: this.#journal.newId(), principal, session: caller.session, tool, args, call: undefined };
  }

  /** A call that carries an idempotency key runs once. */
  async #once(judged: Judged, run: RunHandler): Promise<JsonObject> {
    const place = placeOf(judged.incoming.meta, judged.principal, judged.call);
    if (place === undefined) return await this.#proceed(judged, run);
    const once = await this.#repeated.once(place, judged.args, async () => await this.#proceed(judged, run));
    if (once.type === 'first') return once.result;
    if (once.type === 'other')
      return await this.#refuse(
        judged,
        'KEY_REUSED',
        `${judged.tool} did not run: its idempotency key belongs to a call with other arguments`,
      );
    const unkept = await this.#journal.note(judged, 'tools/call', 'allowed', { repeated: true });
    return unkept === undefined ? once.result : refusalResult(unkept);
  }

  async #proceed(judged: Judged, run: RunHandler): Promise<JsonObject> {
    const { incoming, call, args, principal, reasons, origin } = judged;
    const confirmed: Confirmed | undefined =
      reasons.length === 0 || this.#options.asksPeople?.(incoming.caller) === true
        ? undefined
        : { call, args, principal, reasons };
    let inner: string | undefined;
    if (confirmed !== undefined) {
      const answer = await confirm(this.#confirm, confirmed, incoming.asking);
      if (answer.type === 'refuse')
        return await this.#refuse(judged, answer.refusal.code, answer.refusal.text);
      if (answer.type === 'ask') {
        const unkept = await this.#journal.note(judged, 'tools/call', 'deferred', { reasons });
        return unkept === undefined ? answer.result : refusalResult(unkept);
      }
      ({ inner } = answer);
    }
    if (incoming.signal?.aborted === true)
      return await this.#refuse(judged, 'CANCELLED', `${judged.tool} did not run: it was cancelled.`);
    const unkept = await this.#journal.note(judged, 'tools/call', 'allowed', {
      ...(confirmed === undefined ? {} : { confirmed: reasons }),
      ...originDetail(origin),
    });
    if (unkept !== undefined) return refusalResult(unkept);
    return await this.#run(judged, confirmed, async (scope) => await run(scope, inner));
  }

  async #run(
    judged: Judged,
    confirmed: Confirmed | undefined,
    run: (scope: Scope) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const { scope, end } = openScope(judged.call, this.#options.inside ?? []);
    let result: JsonObject;
    try {
      result = await run(scope);
      if (!isJsonObject(result)) throw new TypeError('the handler gave no result');
    } catch (error) {
      const ended = end();
      const released = await this.#settle(judged, ended, 'error', { threw: true, ...saidOf(ended) });
      if (released !== undefined) return released;
      if (isForClient(error)) throw error;
      return labelled(failure(error), judged.call, ended.said);
    }
    const ended = end();
    if (own(result, 'resultType') === 'input_required') {
      const released = await this.#settle(judged, ended, 'deferred', {});
      return released ?? (confirmed === undefined ? result : carryOn(this.#confirm, confirmed, result));
    }
    const outcome = own(result, 'isError') === true ? 'error' : 'allowed';
    const released = await this.#settle(judged, ended, outcome, saidOf(ended));
    return released ?? labelled(result, judged.call, ended.said);
  }

  /** What is released instead of the answer, if anything: a call that went too far, or that cannot be recorded. */
  async #settle(
    judged: Judged,
    { broken }: ScopeEnd,
    outcome: 'allowed' | 'error' | 'deferred',
    more: JsonObject,
  ): Promise<JsonObject | undefined> {
    if (broken === undefined) {
      const unkept = await this.#journal.note(judged, 'tools/result', outcome, more);
      return unkept === undefined ? undefined : refusalResult(unkept);
    }
    const refused = beyondRefusal(broken);
    const unkept = await this.#journal.note(judged, 'tools/result', 'denied', { ...refused });
    return refusalResult(unkept ?? refused);
  }

  async #refuse(about: Noted, code: RefusalCode, text: string): Promise<JsonObject> {
    const refused = refusal(code, text);
    const unkept = await this.#journal.note(about, 'tools/call', 'denied', { ...refused });
    return refusalResult(unkept ?? refused);
  }
}

const URL_ELICITATION = -32_042;

/** The SDKs hand one kind of error on to clients as it is. */
const isForClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === URL_ELICITATION;

const failure = (error: unknown): JsonObject => ({
  isError: true,
  content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
});

const hasOneReading = (args: JsonObject): boolean => {
  try {
    canonical(args);
    return true;
  } catch {
    return false;
  }
};

const shown = (names: readonly string[]): readonly string[] =>
  names.slice(0, 50).map((name) => display(name, { max: 200 }));

const originDetail = ({ labels, contributors }: FlowOrigin): JsonObject =>
  labels.length === 0 && contributors.length === 0
    ? {}
    : { flowOrigin: { labels: shown(labels), contributors: shown(contributors) } };

const saidOf = ({ said }: ScopeEnd): JsonObject => (said.size === 0 ? {} : { read: [...said].toSorted() });
