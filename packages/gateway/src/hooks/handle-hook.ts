import type { Principal } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL, display, receiveArguments } from '@callgate/core';
import type {
  Answer,
  Begun,
  CallRequest,
  ContextName,
  Dispatchable,
  Gate,
  HeldCall,
  People,
  Stopped,
} from '@callgate/gate';
import { askText, pendingText, stoppedText } from './ask-text.ts';
import type { ContextLinks } from './context-links.ts';
import type { AfterEvent, BeforeEvent, EndedEvent, HostEvent, Verdict } from './host-events.ts';
import { callOf, contextOf, mcpTool } from './host-events.ts';
import { hostAlias } from './host-tools.ts';
import { OpenCalls } from './open-calls.ts';

export interface HookHandlerOptions {
  /** Its catalogue is one of `withHostTools`. */
  readonly gate: Gate;
  readonly people: () => People;
  /** Where MCP servers are served, too. */
  readonly links?: ContextLinks;
  /** Whose host it is; the local user where nothing is said. */
  readonly principal?: Principal;
}

/** What came of an event here. */
export type HookReply =
  | { readonly known: true; readonly verdict: Verdict }
  /** The call was begun elsewhere, or nowhere. Nothing was done. */
  | { readonly known: false };

export interface HandleOptions {
  /** A call that nobody began is reported; otherwise it is left to whoever began it. */
  readonly report: boolean;
}

export interface HookHandler {
  handle(event: HostEvent, options?: HandleOptions): Promise<HookReply>;
}

/** A call of the host between before and after. */
type Open =
  | { readonly type: 'begun'; readonly request: CallRequest; readonly dispatchable: Dispatchable }
  | {
      readonly type: 'asked';
      readonly request: CallRequest;
      readonly held: HeldCall;
      readonly binding: string;
      /** The host's question showed all of it. */
      readonly opened: boolean;
    };

interface Judged {
  readonly verdict: Verdict;
  readonly open?: Open;
}

type Step = Awaited<ReturnType<Gate['begin']>> | Awaited<ReturnType<Gate['resume']>>;

const PASS: HookReply = { known: true, verdict: { decision: 'pass' } };

const keyOf = (event: BeforeEvent | AfterEvent): string => `${contextOf(event)} ${event.callKey}`;

const isBegun = (step: Step): step is Begun =>
  step.state === 'dispatching' && step.dispatchable !== undefined;

const alreadyOut = ({ call, state }: { readonly call: string; readonly state: string }): Stopped => ({
  state: 'blocked',
  call,
  code: 'CALL_TWICE',
  reasons: [`this call is ${state} already; it does not run twice`],
});

const sameArguments = (one: CallRequest, other: CallRequest): boolean =>
  receiveArguments(one.arguments).argumentsDigest === receiveArguments(other.arguments).argumentsDigest;

class Handler implements HookHandler {
  readonly #gate: Gate;
  readonly #people: () => People;
  readonly #links: ContextLinks | undefined;
  readonly #principal: Principal;
  /** A hook that is installed twice speaks twice: the second gets the answer of the first. */
  readonly #open: OpenCalls<Promise<Judged>> = new OpenCalls();

  constructor({ gate, people, links, principal = LOCAL_PRINCIPAL }: HookHandlerOptions) {
    this.#gate = gate;
    this.#people = people;
    this.#links = links;
    this.#principal = principal;
  }

  async handle(event: HostEvent, { report }: HandleOptions = { report: true }): Promise<HookReply> {
    switch (event.type) {
      case 'prompt':
        await this.#gate.hear(this.#context(event), { text: event.text, via: 'host' });
        return PASS;
      case 'before':
        return { known: true, verdict: await this.#before(event) };
      case 'after':
        return await this.#after(event, report);
      case 'ended':
        await this.#ended(event);
        return PASS;
    }
  }

  #context(event: HostEvent): ContextName {
    return { principal: this.#principal.subject, context: contextOf(event), authenticated: true };
  }

  #request(event: BeforeEvent | AfterEvent): CallRequest {
    return {
      kind: 'tool',
      server: hostAlias(event.host),
      name: event.tool,
      arguments: event.arguments,
      principal: this.#principal,
      context: contextOf(event),
      authenticated: true,
      key: event.callKey,
    };
  }

  async #before(event: BeforeEvent): Promise<Verdict> {
    const { tool, arguments: args } = event;
    // it is gated when it arrives over the host's connection to us
    if (mcpTool(tool) !== undefined && this.#links?.announce({ ...callOf(event), tool, arguments: args }))
      return { decision: 'pass' };
    const request = this.#request(event);
    const key = keyOf(event);
    const pending = this.#open.get(key);
    const known = pending === undefined ? undefined : await pending;
    if (known?.open !== undefined && sameArguments(known.open.request, request)) return known.verdict;
    const judging = this.#judge(request, event.canAsk);
    this.#open.set(key, judging);
    try {
      const { verdict, open } = await judging;
      if (open === undefined) this.#open.delete(key);
      return verdict;
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  }

  async #judge(request: CallRequest, canAsk: boolean): Promise<Judged> {
    const step = await this.#begin(request);
    if (isBegun(step))
      return {
        verdict: { decision: 'allow' },
        open: { type: 'begun', request, dispatchable: step.dispatchable },
      };
    if (step.state === 'held') return await this.#ask(request, step, canAsk);
    return { verdict: { decision: 'deny', reason: stoppedText('code' in step ? step : alreadyOut(step)) } };
  }

  /** The same call may wait already, or may have been approved since. */
  async #begin(request: CallRequest): Promise<Step> {
    const begun = await this.#gate.begin(request);
    return begun.state === 'held' && begun.joined === true
      ? await this.#gate.resume(begun.ticket, request)
      : begun;
  }

  /** The host asks its person where that person's word counts and they are shown what it is about. */
  async #ask(request: CallRequest, held: HeldCall, canAsk: boolean): Promise<Judged> {
    const waits: Judged = { verdict: { decision: 'deny', reason: pendingText(held) } };
    if (!canAsk || held.waiting !== 'people' || !this.#isSingle()) return waits;
    const question = await this.#gate.desk.question(held.call);
    if (question === undefined) return waits;
    const { text, whole } = askText(question);
    if (!whole && held.decision.obligations.terms === 'strong') return waits;
    return {
      verdict: { decision: 'ask', reason: text },
      open: { type: 'asked', request, held, binding: question.binding, opened: whole },
    };
  }

  /** An answer that comes over the agent's own host is the local user's where there is no other. */
  #isSingle(): boolean {
    const { all, selfApproval } = this.#people();
    return selfApproval && all.length === 1 && all[0]?.subject === this.#principal.subject;
  }

  async #after(event: AfterEvent, report: boolean): Promise<HookReply> {
    const key = keyOf(event);
    const open = (await this.#open.get(key))?.open;
    const request = this.#request(event);
    const answer: Answer = { type: 'result', result: event.result, isError: event.isError };
    if (open === undefined) {
      if (!report) return { known: false };
      if (mcpTool(event.tool) === undefined) await this.#gate.report(request, answer);
      else if (this.#links?.over(callOf(event)) !== true) await this.#ranUnseen(event, answer);
      return PASS;
    }
    this.#open.delete(key);
    if (!sameArguments(open.request, request)) await this.#ranOtherwise(open, request, answer);
    else if (open.type === 'begun') await this.#settle(open.dispatchable, request, answer);
    else await this.#ranAsked(open, answer);
    return PASS;
  }

  async #settle(dispatchable: Dispatchable, request: CallRequest, answer: Answer): Promise<void> {
    if (await this.#wasGivenUp(dispatchable, answer)) await this.#gate.report(request, answer);
  }

  /** It took so long that it was given up on, and has run all the same. */
  async #wasGivenUp(dispatchable: Dispatchable, answer: Answer): Promise<boolean> {
    try {
      return (await this.#gate.settle(dispatchable, answer)).state === 'indeterminate';
    } catch (error) {
      if (error instanceof CallgateError && error.code === 'SETTLED_TWICE') return true;
      throw error;
    }
  }

  /** The host has run what it was told to ask about: its person said yes. */
  async #ranAsked(
    { request, held, binding, opened }: Extract<Open, { type: 'asked' }>,
    answer: Answer,
  ): Promise<void> {
    await this.#gate.desk.vote({
      call: held.call,
      subject: this.#principal.subject,
      verdict: 'approve',
      via: 'elicitation',
      binding,
      opened,
      reason: 'the host asked its person and then ran it',
    });
    const step = await this.#gate.resume(held.ticket, request);
    if (isBegun(step)) {
      await this.#settle(step.dispatchable, request, answer);
      return;
    }
    await this.#gate.withdraw(held.ticket, 'the host has run it already');
    await this.#gate.report(request, answer);
    const why = 'reasons' in step ? step.reasons.join('; ') : `it is ${step.state}`;
    await this.#tell('HOST_RAN_REFUSED', request, `a tool ran whose call was not approved: ${why}`);
  }

  /** What was judged is not what ran. */
  async #ranOtherwise(open: Open, request: CallRequest, answer: Answer): Promise<void> {
    const message = 'the host ran it with other arguments';
    if (open.type === 'asked') await this.#gate.withdraw(open.held.ticket, message);
    else await this.#gate.settle(open.dispatchable, { type: 'not-sent', message });
    await this.#gate.report(request, answer);
    await this.#tell('HOST_RAN_OTHERWISE', request, 'a tool ran with other arguments than were judged');
  }

  /** It was let pass to be gated when it arrives, and never came. */
  async #ranUnseen(event: AfterEvent, answer: Answer): Promise<void> {
    const request = this.#request(event);
    await this.#gate.report(request, answer);
    const name = display(event.tool, { max: 200 });
    await this.#tell(
      'HOST_TOOL_UNSEEN',
      request,
      `\`${name}\` ran, and its call was not seen in this session`,
    );
  }

  async #tell(code: string, { server, context }: CallRequest, message: string): Promise<void> {
    await this.#gate.tell({ code, message: `${server}: ${message}`, onceAnHour: `${code} ${context}` });
  }

  async #ended(event: EndedEvent): Promise<void> {
    const context = this.#context(event);
    // what the model has read is still before it when the session is taken up again
    if (event.forgotten) {
      this.#links?.release(contextOf(event));
      await this.#gate.endContext(context);
    } else await this.#gate.endTask(context);
  }
}

/** Takes the events of hosts to a gate. */
export const createHookHandler = (options: HookHandlerOptions): HookHandler => new Handler(options);
