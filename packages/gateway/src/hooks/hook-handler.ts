import type { Principal } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL, display } from '@callgate/core';
import { contextKey, isLabelled, getLabelStrengths } from '@callgate/core/label';
import { receiveArguments } from '@callgate/core/receive';
import type { UpstreamResponse, CallRequest, Dispatchable, Gate, PendingCall, People } from '@callgate/gate';
import type { InBandConnection } from '@callgate/gate/confirm';
import type { ContextName } from '@callgate/gate/host';
import { isDispatchable } from '@callgate/gate';
import { logMessages } from '@callgate/messages/log';
import { agentMessages } from '@callgate/messages/agent';
import { voteReasonText } from '@callgate/messages/approval';
import type { PendingCallDetails } from '../confirm/gate-results.ts';
import { alreadySentText, approvalLocation } from '../confirm/gate-results.ts';
import { hostQuestionText, pendingText, stoppedText } from './host-question-text.ts';
import type { ContextLinks } from './context-links.ts';
import type {
  AfterToolEvent,
  BeforeToolEvent,
  SessionEndEvent,
  HostEvent,
  HostName,
  SessionResumeEvent,
  HookVerdict,
} from './host-events.ts';
import { announcementOf, hostCallOf, contextOf, parseMcpToolName } from './host-events.ts';
import { BoundedMap } from '../disclose/bounded-map.ts';
import { hostAlias } from './host-tools.ts';
import { joinPairedContexts } from './join-paired-contexts.ts';
import { OpenHostCalls } from './open-host-calls.ts';
import { isUnreadable, unreadableMark } from './unreadable-mark.ts';

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
  | { readonly known: true; readonly verdict: HookVerdict }
  /** The call was begun elsewhere, or nowhere. Nothing was done. */
  | { readonly known: false };

export interface HandleHookOptions {
  /** A call that no process began is reported; otherwise it is left to the process that began it. */
  readonly report: boolean;
}

export interface HookHandler {
  handle(event: HostEvent, options?: HandleHookOptions): Promise<HookReply>;
  /**
   * A call of an MCP tool is about to be made. True where it is gated when it arrives here; what the session has touched
   * so far counts for it. In a session that has touched something, it is not enough that a tool of that name is here.
   */
  announced(event: BeforeToolEvent): Promise<boolean>;
}

type ToolCallRequest = Extract<CallRequest, { readonly kind: 'tool' }>;

/** A call of the host between before and after. */
type OpenHostCall =
  | { readonly type: 'begun'; readonly request: ToolCallRequest; readonly dispatchable: Dispatchable }
  | {
      readonly type: 'asked';
      readonly request: ToolCallRequest;
      readonly held: PendingCall;
      readonly binding: string;
      readonly receipt: string;
      readonly host: HostName;
      /** The host's question showed all of it. */
      readonly opened: boolean;
    };

interface HostCallDecision {
  readonly verdict: HookVerdict;
  readonly open?: OpenHostCall;
}

type HookGateStep = Awaited<ReturnType<Gate['begin']>> | Awaited<ReturnType<Gate['resume']>>;

/** What a host is called in `clients` is its own name. */
const connectionOf = (host: HostName): InBandConnection => ({ transport: 'host', client: host });

const EARLIER_CALL_RAN_TOO_SOON = agentMessages.hooks.earlierRanTooSoon;

const RAN_TOO_SOON = agentMessages.hooks.ranTooSoon;
/** A session with more than these is not asked in the host's own dialog any more. */
const MAX_WITHDRAWN = 100;
const MAX_UNANSWERED = 100;
const MAX_COUNTED = 4096;

const PASS: HookReply = { known: true, verdict: { decision: 'pass' } };

const keyOf = (event: BeforeToolEvent | AfterToolEvent): string => `${contextOf(event)} ${event.callKey}`;

/** Arguments that the gate refuses have been used all the same. */
const withReadableArguments = (event: AfterToolEvent): AfterToolEvent => {
  try {
    receiveArguments(event.arguments);
    return event;
  } catch (error) {
    const code = error instanceof CallgateError ? error.code : 'CALL_ARGUMENTS';
    return { ...event, arguments: unreadableMark(code) };
  }
};

/** States of a call that a host was told to ask about, and that no outcome was reported for. */
const UNANSWERED = ['held', 'expired', 'withdrawn'] as const;

const hasSameArguments = (one: CallRequest, other: CallRequest): boolean =>
  receiveArguments(one.arguments).argumentsDigest === receiveArguments(other.arguments).argumentsDigest;

class GateHookHandler implements HookHandler {
  readonly #gate: Gate;
  readonly #people: () => People;
  readonly #links: ContextLinks | undefined;
  readonly #principal: Principal;
  /** A hook that is installed twice speaks twice: the second gets the answer of the first. */
  readonly #open: OpenHostCalls<Promise<HostCallDecision>> = new OpenHostCalls();

  /** Asked calls without an outcome that count as run already. */
  readonly #counted: BoundedMap<string, true> = new BoundedMap(MAX_COUNTED);
  /** Contexts whose calls in other processes were looked at. */
  readonly #entered: BoundedMap<string, true> = new BoundedMap(MAX_COUNTED);

  constructor({ gate, people, links, principal = LOCAL_PRINCIPAL }: HookHandlerOptions) {
    this.#gate = gate;
    this.#people = people;
    this.#links = links;
    this.#principal = principal;
  }

  async announced(event: BeforeToolEvent): Promise<boolean> {
    await this.#joinPairs(event);
    await this.#countUnanswered(event);
    return await this.#isHere(event);
  }

  async #isHere(event: BeforeToolEvent): Promise<boolean> {
    const place = this.#links?.announce(announcementOf(event)) ?? 'elsewhere';
    if (place !== 'unsure') return place === 'here';
    return !isLabelled(getLabelStrengths(await this.#gate.session(this.#context(event))));
  }

  async handle(event: HostEvent, { report }: HandleHookOptions = { report: true }): Promise<HookReply> {
    if (event.type === 'resumed') await this.#resumed(event);
    await this.#joinHost(event);
    await this.#joinPairs(event);
    if (event.type === 'before') await this.#countUnanswered(event);
    switch (event.type) {
      case 'prompt':
        await this.#gate.hear(this.#context(event), { text: event.text, via: 'host' });
        return PASS;
      case 'answered':
        await this.#gate.hearAgent(this.#context(event), event.text);
        return PASS;
      case 'before':
        return { known: true, verdict: await this.#before(event) };
      case 'after':
        return await this.#after(event, report);
      case 'resumed':
        return PASS;
      case 'ended':
        await this.#ended(event);
        return PASS;
    }
  }

  /** What connections of the same host have touched counts in its session, and the other way round. */
  async #joinHost(event: HostEvent): Promise<void> {
    const [host, ...ancestors] = event.processes ?? [];
    if (host === undefined || event.type === 'ended') return;
    await this.#gate.joinHost(this.#context(event), [host, ...ancestors]);
  }

  /** A session that goes on under an id that nobody knows may go on from any other: all their labels count in it. */
  async #resumed(event: SessionResumeEvent): Promise<void> {
    const context = this.#context(event);
    const known = await this.#gate.contextsNamed(context.principal, context.context);
    if (known.includes(context.context)) return;
    await this.#gate.joinContexts({ ...context, authenticated: false }, context);
  }

  async #joinPairs(event: HostEvent): Promise<void> {
    if (this.#links !== undefined) await joinPairedContexts(this.#gate, this.#links, this.#context(event));
  }

  /**
   * A host that was told to ask may have run the call, and its hook was killed, or the person interrupted it. The model
   * goes on: whatever the call may have returned is before it.
   */
  async #countUnanswered(event: BeforeToolEvent): Promise<void> {
    const context = contextOf(event);
    await this.#countAskedElsewhere(event);
    const own = keyOf(event);
    for (const [key, judging] of this.#open.entries()) {
      if (key === own || this.#counted.has(key) || !key.startsWith(`${context} `)) continue;
      const open = (await judging.catch(() => undefined))?.open;
      if (open?.type !== 'asked' || open.request.context !== context) continue;
      this.#counted.set(key, true);
      await this.#countAsRun(event, open.held.call, open.request.name);
    }
  }

  /** The process that told the host to ask may have ended. */
  async #countAskedElsewhere(event: BeforeToolEvent): Promise<void> {
    const context = contextOf(event);
    if (!event.canAsk || this.#entered.has(context)) return;
    const session = contextKey(this.#context(event));
    const { items } = await this.#gate.desk.read.search(
      { states: UNANSWERED, session, server: hostAlias(event.host) },
      { limit: MAX_UNANSWERED },
    );
    const here = new Set<string>();
    for (const [, judging] of this.#open.entries()) {
      const open = (await judging.catch(() => undefined))?.open;
      if (open?.type === 'asked') here.add(open.held.call);
    }
    for (const { id, target } of items) if (!here.has(id)) await this.#countAsRun(event, id, target);
    this.#entered.set(context, true);
  }

  async #countAsRun(event: BeforeToolEvent, call: string, target: string): Promise<void> {
    const server = hostAlias(event.host);
    await this.#gate.seenAgain(this.#context(event), { call, kind: 'tool', server, target });
  }

  #context(event: HostEvent): ContextName {
    return { principal: this.#principal.subject, context: contextOf(event), authenticated: true };
  }

  #request(event: BeforeToolEvent | AfterToolEvent): ToolCallRequest {
    return {
      kind: 'tool',
      server: hostAlias(event.host),
      name: event.tool,
      arguments: event.arguments,
      principal: this.#principal,
      context: contextOf(event),
      authenticated: true,
      key: event.callKey,
      client: event.host,
    };
  }

  async #before(event: BeforeToolEvent): Promise<HookVerdict> {
    // it is gated when it arrives over the host's connection to us
    if (parseMcpToolName(event.tool) !== undefined && (await this.#isHere(event)))
      return { decision: 'pass' };
    const request = this.#request(event);
    const key = keyOf(event);
    const pending = this.#open.get(key);
    const known = pending === undefined ? undefined : await pending;
    if (known?.open !== undefined && hasSameArguments(known.open.request, request)) return known.verdict;
    const judging = this.#judge(request, event);
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

  async #judge(request: ToolCallRequest, event: BeforeToolEvent): Promise<HostCallDecision> {
    const step = await this.#begin(request);
    if (isDispatchable(step))
      return {
        verdict: { decision: 'allow' },
        open: { type: 'begun', request, dispatchable: step },
      };
    if (step.state === 'held') return await this.#ask(request, step, event);
    return {
      verdict: { decision: 'deny', reason: 'code' in step ? stoppedText(step) : alreadySentText(step) },
    };
  }

  /** The same call may wait already, or may have been approved since. */
  async #begin(request: CallRequest): Promise<HookGateStep> {
    const begun = await this.#gate.begin(request);
    return begun.state === 'held' && begun.joined === true
      ? await this.#gate.resume(begun.ticket, request)
      : begun;
  }

  /** The host asks its person where that person's answer counts and they are shown what it is about. */
  async #ask(
    request: ToolCallRequest,
    held: PendingCall,
    { canAsk, host }: BeforeToolEvent,
  ): Promise<HostCallDecision> {
    const waits = (because?: string): HostCallDecision => ({
      verdict: { decision: 'deny', reason: pendingText(held, this.#pending(because)) },
    });
    if (!canAsk || held.waiting !== 'people') return waits();
    if (await this.#isHasty(held)) return waits(EARLIER_CALL_RAN_TOO_SOON);
    let whole = false;
    const asked = await this.#gate.desk.askInBand(held.call, connectionOf(host), (question) => {
      const shown = hostQuestionText(question);
      ({ whole } = shown);
      return { text: shown.text, canApprove: true };
    });
    if (!asked.asked) return waits(voteReasonText(asked.because));
    return {
      verdict: { decision: 'ask', reason: asked.text },
      open: {
        type: 'asked',
        request,
        held,
        binding: asked.question.binding,
        receipt: asked.receipt,
        host,
        opened: whole,
      },
    };
  }

  /** The audit log knows it: the next call of a session may be judged in another process. */
  async #isHasty({ call }: PendingCall): Promise<boolean> {
    const { read } = this.#gate.desk;
    const row = await read.call(call);
    if (row === undefined) return true;
    const { items } = await read.search(
      { states: ['withdrawn'], session: row.session },
      { limit: MAX_WITHDRAWN },
    );
    return items.length === MAX_WITHDRAWN || items.some(({ fault }) => fault?.message === RAN_TOO_SOON);
  }

  #pending(uncounted: string | undefined): PendingCallDetails {
    return {
      approveAt: approvalLocation(this.#people(), this.#principal),
      ...(uncounted === undefined ? {} : { uncounted }),
    };
  }

  async #after(given: AfterToolEvent, report: boolean): Promise<HookReply> {
    const event = withReadableArguments(given);
    const key = keyOf(event);
    const open = (await this.#open.get(key))?.open;
    const request = this.#request(event);
    const answer: UpstreamResponse = { type: 'result', result: event.result, isError: event.isError };
    if (open === undefined) {
      if (!report) return { known: false };
      if (parseMcpToolName(event.tool) === undefined) await this.#gate.report(request, answer);
      else if (this.#links?.over(hostCallOf(event)) !== true) await this.#ranUnseen(event, answer);
      else return PASS;
      await this.#tellUnreadable(event, request);
      return PASS;
    }
    this.#open.delete(key);
    if (!hasSameArguments(open.request, request)) await this.#ranOtherwise(open, request, answer);
    else if (open.type === 'begun') await this.#settle(open.dispatchable, request, answer);
    else await this.#ranAsked(open, answer, event.ranForMs);
    await this.#tellUnreadable(event, request);
    return PASS;
  }

  async #tellUnreadable({ result, tool }: AfterToolEvent, request: CallRequest): Promise<void> {
    if (!isUnreadable(result)) return;
    const name = display(tool, { max: 200 });
    await this.#tell('HOST_RESULT_UNREADABLE', request, logMessages.hooks.resultUnreadable({ tool: name }));
  }

  async #settle(dispatchable: Dispatchable, request: CallRequest, answer: UpstreamResponse): Promise<void> {
    if (await this.#wasGivenUp(dispatchable, answer)) await this.#gate.report(request, answer);
  }

  /** It took so long that it was given up on, and has run all the same. */
  async #wasGivenUp(dispatchable: Dispatchable, answer: UpstreamResponse): Promise<boolean> {
    try {
      return (await this.#gate.settle(dispatchable, answer)).isLate === true;
    } catch (error) {
      if (error instanceof CallgateError && error.code === 'SETTLED_TWICE') return true;
      throw error;
    }
  }

  /** The host has run what it was told to ask about: its person said yes. */
  async #ranAsked(
    { request, held, binding, receipt, host, opened }: Extract<OpenHostCall, { type: 'asked' }>,
    answer: UpstreamResponse,
    ranForMs = 0,
  ): Promise<void> {
    const vote = await this.#gate.desk.vote({
      call: held.call,
      subject: this.#principal.subject,
      verdict: 'approve',
      via: 'elicitation',
      binding,
      opened,
      reason: agentMessages.hooks.hostAsked,
      inBand: { connection: connectionOf(host), receipt, afterAnswerMs: ranForMs },
    });
    const step = await this.#gate.resume(held.ticket, request);
    if (isDispatchable(step)) {
      await this.#settle(step, request, answer);
      return;
    }
    // it has run; but this host is not asked again in this session
    const uncounted =
      vote.state === 'held' && vote.refusedBecause !== undefined
        ? voteReasonText(vote.refusedBecause)
        : undefined;
    await this.#gate.withdraw(
      held.ticket,
      uncounted === undefined ? agentMessages.hooks.ranAlready : RAN_TOO_SOON,
    );
    await this.#gate.report(request, answer);
    const why =
      uncounted ??
      ('reasons' in step ? step.reasons.join('; ') : agentMessages.hooks.state({ state: step.state }));
    await this.#tell('HOST_RAN_REFUSED', request, logMessages.hooks.ranUnapproved({ reason: why }));
  }

  /** What was judged is not what ran. */
  async #ranOtherwise(open: OpenHostCall, request: CallRequest, answer: UpstreamResponse): Promise<void> {
    const message = agentMessages.hooks.otherArguments;
    if (open.type === 'asked') await this.#gate.withdraw(open.held.ticket, message);
    else await this.#gate.settle(open.dispatchable, { type: 'not-sent', message });
    await this.#gate.report(request, answer);
    await this.#tell('HOST_RAN_OTHERWISE', request, logMessages.hooks.ranOtherArguments);
  }

  /** It was let pass to be gated when it arrives, and never came. */
  async #ranUnseen(event: AfterToolEvent, answer: UpstreamResponse): Promise<void> {
    const request = this.#request(event);
    await this.#gate.report(request, answer);
    const name = display(event.tool, { max: 200 });
    await this.#tell('HOST_TOOL_UNSEEN', request, logMessages.hooks.ranUnseen({ tool: name }));
  }

  async #tell(code: string, { server, context }: CallRequest, message: string): Promise<void> {
    await this.#gate.tell({ code, message: `${server}: ${message}`, onceAnHour: `${code} ${context}` });
  }

  async #ended(event: SessionEndEvent): Promise<void> {
    const context = this.#context(event);
    // what the model has read is still before it when the session is taken up again
    if (event.forgotten) {
      this.#links?.release(contextOf(event));
      await this.#gate.endContext(context);
    } else await this.#gate.endTask(context);
  }
}

/** Takes the events of hosts to a gate. */
export const createHookHandler = (options: HookHandlerOptions): HookHandler => new GateHookHandler(options);
