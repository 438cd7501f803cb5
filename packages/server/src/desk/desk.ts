import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { canonical, display, isJsonObject, own } from '@callgate/core';
import type { Manifest } from '@callgate/manifest';
import type { Incoming } from './asking.ts';
import type { ConfirmParts, Confirmed } from './confirm.ts';
import { carryOn, confirm, sealingKey } from './confirm.ts';
import type { CallClass, DeclaredTool } from './declared-tool.ts';
import { declaredTools, isLooser } from './declared-tool.ts';
import type { Noted } from './journal.ts';
import { Journal } from './journal.ts';
import type { FlowOrigin, FlowRule } from './flow.ts';
import { UNSEEN_ORIGIN, flowOriginOf, readyRules, restrictionsOn } from './flow.ts';
import { labelled } from './labels.ts';
import type { Caller, GuardOptions } from './options.ts';
import type { Refusal, RefusalCode } from './refusal.ts';
import { beyondRefusal, refusal, refusalResult } from './refusal.ts';
import type { Ended, RepeatedCalls } from './repeated.ts';
import { placeOf, repeatedOf } from './repeated.ts';
import type { ReadKind, Scope, ScopeEnd } from './scope.ts';
import { openScope } from './scope.ts';

const URL_ELICITATION = -32_042;

/** The SDKs hand one kind of error on to clients as it is. */
const isForClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === URL_ELICITATION;

/** What a handler threw, as an answer that a model can read. */
const failure = (error: unknown): JsonObject => ({
  isError: true,
  content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
});

const shown = (names: readonly string[]): readonly string[] =>
  names.slice(0, 50).map((name) => display(name, { max: 200 }));

/** What a caller said of its content. */
const originDetail = ({ labels, contributors }: FlowOrigin): JsonObject =>
  labels.length === 0 && contributors.length === 0
    ? {}
    : { flowOrigin: { labels: shown(labels), contributors: shown(contributors) } };

/** What a handler said it read. */
const saidOf = ({ said }: ScopeEnd): JsonObject => (said.size === 0 ? {} : { read: [...said].toSorted() });

/** Runs the handler. `inner` is the handler's own state where ours carried it. */
export type RunHandler = (scope: Scope, inner: string | undefined) => Promise<JsonObject>;

/** What is known of a call at first. */
type About = Omit<Noted, 'principal'> & { readonly principal: string | undefined };

/** A call that is judged. */
interface Judged extends Noted {
  /** Digest of its tool's definition. */
  readonly definition: string;
  readonly incoming: Incoming;
  readonly call: CallClass;
  readonly origin: FlowOrigin;
  /** Why a person is asked; nobody is where there is no reason. */
  readonly reasons: readonly string[];
}

/** Takes each call of one server from its arguments to its labelled result. */
export class Desk {
  readonly tools: ReadonlyMap<string, DeclaredTool>;
  /** For connections that have one caller only. */
  readonly connection: string = randomUUID();
  readonly #options: GuardOptions;
  readonly #journal: Journal;
  readonly #confirm: ConfirmParts;
  readonly #repeated: RepeatedCalls;
  readonly #rules: readonly FlowRule[];
  readonly #released: WeakMap<JsonObject, { readonly judged: Judged; readonly said: ReadonlySet<ReadKind> }> =
    new WeakMap();

  constructor(manifest: Manifest, options: GuardOptions) {
    this.tools = declaredTools(manifest);
    this.#options = options;
    this.#journal = new Journal(this.tools, options);
    const clock = options.clock ?? Date.now;
    const server = manifest.name ?? '';
    const key = sealingKey(options.key, server);
    this.#confirm = { key, server, answerMs: options.answerMs, clock };
    this.#repeated = repeatedOf(manifest, options, clock);
    this.#rules = readyRules(options.flow ?? []);
  }

  /** What a handler throws, and every refusal, is an answer that a model can read. */
  async take(incoming: Incoming, run: RunHandler): Promise<JsonObject> {
    const { tool, args, meta } = incoming;
    const about = this.#about(incoming);
    if (about.principal === undefined) return await this.#refuseFailed(about);
    const { principal } = about;
    const declared = this.tools.get(tool);
    if (declared === undefined)
      return await this.#refuse(about, 'NOT_DECLARED', `${shownName(tool)} is not declared by this server`);
    if (!hasOneReading(args))
      return await this.#refuse(
        about,
        'BAD_ARGUMENTS',
        `${tool} did not run: its arguments have no single reading`,
      );
    const call = declared.forCall(args);
    if (isLooser(call, declared.forRead(incoming.read, call)))
      return await this.#refuse(
        { ...about, call: declared.worst },
        'BAD_ARGUMENTS',
        `${tool} did not run: its arguments were sent in a form that its schema reads as something else. Send them as its input schema says, and leave none to a default.`,
      );
    const origin = meta === undefined ? UNSEEN_ORIGIN : flowOriginOf(meta);
    const restrictions = restrictionsOn(this.#rules, origin, call);
    const [first] = restrictions;
    if (first?.then === 'refuse')
      return await this.#refuse({ ...about, call }, 'FLOW_REFUSED', `${tool} did not run: ${first.reason}`);
    const reasons = [
      ...(call.answers.requiresConfirmation === 'yes' ? ['Its author asks for a person’s word'] : []),
      ...restrictions.map(({ reason }) => reason),
    ];
    return await this.#once(
      { ...about, principal, definition: declared.digest, incoming, call, origin, reasons },
      run,
    );
  }

  /** For calls that the guard never got to judge. */
  async refuseUnjudged(incoming: Incoming, refused: Refusal): Promise<JsonObject> {
    return await this.#refuse(this.#about(incoming), refused.code, refused.text);
  }

  /** For answers that an SDK made of what was released: they are labelled as the call was, and stand in the record. */
  async replaced(incoming: Incoming, answer: JsonObject | undefined, made: JsonObject): Promise<JsonObject> {
    const known = answer === undefined ? undefined : this.#released.get(answer);
    const call = known?.judged.call ?? this.tools.get(incoming.tool)?.worst;
    if (call === undefined) return made;
    const about = known?.judged ?? this.#about(incoming);
    const noted = { ...about, principal: about.principal ?? 'unknown', call };
    const unkept = await this.#journal.note(noted, 'tools/result', 'error', { replaced: true });
    return unkept === undefined ? labelled(made, call, known?.said ?? new Set()) : refusalResult(unkept);
  }

  #about({ tool, args, caller }: Incoming): About {
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
  #principalOf(caller: Caller): string | undefined {
    try {
      const name: unknown = this.#options.principal?.(caller) ?? caller.client ?? 'local';
      return typeof name === 'string' ? name : undefined;
    } catch {
      return undefined;
    }
  }

  async #refuseFailed(about: About): Promise<JsonObject> {
    return await this.#refuse(
      about,
      'GUARD_FAILED',
      `${shownName(about.tool)} did not run: its server failed.`,
    );
  }

  /** A call that carries an idempotency key runs once. */
  async #once(judged: Judged, run: RunHandler): Promise<JsonObject> {
    const { meta, proof, connection } = judged.incoming;
    const place = placeOf(meta, judged.principal, proof ?? connection, judged.call);
    if (place === undefined) return (await this.#proceed(judged, run)).result;
    if (place === 'unreadable')
      return await this.#refuse(
        judged,
        'KEY_UNREADABLE',
        `${judged.tool} did not run: its idempotency key is not a text of 1 to 200 characters`,
      );
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

  async #proceed(judged: Judged, run: RunHandler): Promise<Ended> {
    const { incoming, call, args, principal, definition, reasons, origin } = judged;
    let asksItself: boolean;
    try {
      asksItself = reasons.length > 0 && this.#options.asksPeople?.(incoming.caller) === true;
    } catch {
      return unrun(await this.#refuseFailed(judged));
    }
    const confirmed: Confirmed | undefined =
      reasons.length === 0 || asksItself
        ? undefined
        : { call, args, principal, proof: incoming.proof ?? '', definition, reasons };
    let inner: string | undefined;
    if (confirmed !== undefined) {
      const answer = await confirm(this.#confirm, confirmed, incoming.asking);
      if (answer.type === 'refuse')
        return unrun(await this.#refuse(judged, answer.refusal.code, answer.refusal.text));
      if (answer.type === 'ask') {
        const unkept = await this.#journal.note(judged, 'tools/call', 'deferred', { reasons });
        return unrun(unkept === undefined ? answer.result : refusalResult(unkept));
      }
      ({ inner } = answer);
    }
    if (incoming.signal?.aborted === true)
      return unrun(await this.#refuse(judged, 'CANCELLED', `${judged.tool} did not run: it was cancelled.`));
    const unkept = await this.#journal.note(judged, 'tools/call', 'allowed', {
      ...(confirmed === undefined ? {} : { confirmed: reasons }),
      ...originDetail(origin),
    });
    if (unkept !== undefined) return unrun(refusalResult(unkept));
    const result = await this.#run(judged, confirmed, async (scope) => await run(scope, inner));
    return { result, ran: true };
  }

  async #run(
    judged: Judged,
    confirmed: Confirmed | undefined,
    run: (scope: Scope) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const { scope, end } = openScope(judged.call, this.#options.inside ?? [], (late) => {
      void this.#journal.note(judged, 'tools/result', 'denied', { ...beyondRefusal(late), late: true });
    });
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
    if (released !== undefined) return released;
    const answer = labelled(result, judged.call, ended.said);
    this.#released.set(answer, { judged, said: ended.said });
    return answer;
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

  async #refuse(about: About, code: RefusalCode, text: string): Promise<JsonObject> {
    const refused = refusal(code, text);
    const noted = { ...about, principal: about.principal ?? 'unknown' };
    const unkept = await this.#journal.note(noted, 'tools/call', 'denied', { ...refused });
    return refusalResult(unkept ?? refused);
  }
}

const unrun = (result: JsonObject): Ended => ({ result, ran: false });

const shownName = (tool: string): string => display(tool, { max: 100 });

const hasOneReading = (args: JsonObject): boolean => {
  try {
    canonical(args);
    return true;
  } catch {
    return false;
  }
};
