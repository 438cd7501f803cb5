import type {
  Decision,
  DecisionInput,
  Engine,
  JsonObject,
  Outcome,
  Principal,
  Session,
  TracedTool,
} from '@callgate/core';
import type { HistoryReadings, Moment } from '@callgate/core/decide';
import { decisionMessages } from '@callgate/messages/decision';
import type { CallSituation, ContextRef, Contexts, SessionEvent } from '@callgate/core/label';
import { CallgateError, LOCAL_PRINCIPAL, describeTool, display, judgeCall, traceTool } from '@callgate/core';
import { NO_CONTEXTS, applyContextEvent, getContextSession } from '@callgate/core/label';
import { receiveArguments } from '@callgate/core/receive';
import { MemoryCounts, listQuestions, listShares, makeHistory } from '@callgate/gate/replay';
import { traceErrors } from '@callgate/messages/errors/trace';
import { buildDecisionInput } from '../input/session-facts.ts';
import type { CatalogueTools } from './catalogue-tools.ts';
import type { Trace, TraceCall, TraceEvent } from './trace.ts';

/** Where the tools of a trace are looked up. */
export type ReplayedTools = Pick<CatalogueTools, 'find'>;

export interface ReplayOptions {
  /** When a call is judged whose event does not say when it was made. */
  readonly time: Moment;
  /** Who calls; the local user if absent. */
  readonly principal?: Principal;
  /** Hide the person's words, as from a gateway that never sees them. */
  readonly noUser?: boolean;
  /** Judge without the check for private data that leaves in texts: what that check costs. */
  readonly ignoreCarried?: boolean;
  /** The one context in which several traces are played, one task after the other. */
  readonly shared?: Contexts;
  /** A person who is asked about held calls. A refused call does not run. */
  readonly person?: ReplayedPerson;
}

/** Approves held calls, all but those an attacker caused, where it is known which. */
export interface ReplayedPerson {
  approves(session: string, call: string): boolean;
}

export interface ReplayedCall {
  readonly call: TraceCall;
  /** Undefined where the call could not be judged: it is blocked, and nobody is asked. */
  readonly judged?: {
    readonly tool: TracedTool;
    /** The arguments in the form in which they were judged. */
    readonly args: JsonObject;
    readonly situation: CallSituation;
    readonly decision: Decision;
  };
  /** What it was judged from. */
  readonly input?: DecisionInput;
  readonly error?: CallgateError;
  readonly outcome: Outcome;
  readonly reasons: readonly string[];
  /** What the person said of a held call, where one was played. */
  readonly vote?: 'approved' | 'refused';
}

export interface ReplayStep {
  readonly event: TraceEvent;
  readonly before: Session;
  readonly after: Session;
  readonly replayed?: ReplayedCall;
}

export interface ReplayedTrace {
  readonly session: string;
  readonly steps: readonly ReplayStep[];
  readonly calls: readonly ReplayedCall[];
  readonly shared: Contexts;
}

/** The session as a call is judged on it, while events are applied. */
interface SessionFold {
  readonly session: Session;
  readonly contexts: Contexts;
  apply(event: SessionEvent): SessionFold;
}

/** A session that is its own context and its own principal. */
const ownFold = (ref: ContextRef, contexts: Contexts): SessionFold => ({
  session: getContextSession(contexts, ref),
  contexts,
  apply: (event) => ownFold(ref, applyContextEvent(contexts, ref, event)),
});

const SHARED: ContextRef = { principal: 'one', context: 'one', authenticated: true };

/** One context for all traces, one task after the other: what was said for a task ends with it, the labels stay. */
const startFold = (context: string, shared: Contexts | undefined): SessionFold =>
  shared === undefined
    ? ownFold({ principal: context, context, authenticated: true }, NO_CONTEXTS)
    : ownFold(SHARED, applyContextEvent(shared, SHARED, { type: 'end' }));

const blocked = (call: TraceCall, error: CallgateError): ReplayedCall => ({
  call,
  error,
  outcome: 'block',
  reasons: [decisionMessages.reason.notJudged({ why: error.message })],
});

const unknownTool = ({ server, tool }: TraceCall): CallgateError =>
  new CallgateError(traceErrors.toolUnknown({ server: display(server), tool: display(tool) }));

/** What went to a tool nobody knows came from a stranger's: it proves nothing, and may be anything. */
const unknownTarget = ({ server, tool }: TraceCall): TracedTool => {
  const definition = { name: tool };
  return traceTool(describeTool({ server, definition }), definition);
};

/** What a call does to the session when it runs. */
interface RunningCall {
  readonly tool: TracedTool;
  readonly args: JsonObject;
  readonly intended: boolean;
}

/** A trace is one session. */
const SESSION = 'trace';

const moment = (at: number | undefined): { readonly at?: number } => (at === undefined ? {} : { at });

class TraceReplay {
  readonly #tools: ReplayedTools;
  readonly #engine: Engine;
  readonly #options: ReplayOptions;
  readonly #made = new Map<string, ReplayedCall>();
  readonly #running = new Map<string, RunningCall>();
  readonly #counts = new MemoryCounts();

  constructor(tools: ReplayedTools, engine: Engine, options: ReplayOptions) {
    this.#tools = tools;
    this.#engine = engine;
    this.#options = options;
  }

  /** What an event of a trace is to the session, or undefined where it is nothing to it. */
  #sessionEvent(event: Exclude<TraceEvent, TraceCall>): SessionEvent | undefined {
    const at = moment(event.at);
    switch (event.type) {
      case 'user':
        return this.#options.noUser === true ? undefined : { type: 'user', text: event.text, ...at };
      case 'assistant':
        return this.#options.noUser === true ? undefined : { type: 'assistant', text: event.text };
      case 'task': {
        if (this.#options.noUser === true) return undefined;
        const { text, via, vouched } = event;
        return { type: 'user', text, via, vouched, ...at };
      }
      case 'result': {
        const running = this.#running.get(event.id);
        if (running === undefined) return undefined;
        const { id, result } = event;
        return { type: 'result', id, ...running, result, ...at };
      }
      case 'end':
        return { type: 'end', ...at };
      case 'declassify': {
        const { label, by, reason } = event;
        return { type: 'declassify', label, by, reason, ...at };
      }
    }
  }

  #judge(call: TraceCall, session: Session): ReplayedCall {
    const tool = this.#tools.find(call.server, call.tool);
    if (tool === undefined) return blocked(call, unknownTool(call));
    let args: JsonObject;
    try {
      args = receiveArguments(call.arguments).arguments;
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return blocked(call, error);
    }
    const situation = judgeCall(session, tool, args, {
      ignoreCarried: this.#options.ignoreCarried === true,
    });
    const { labels, words, origins } = situation;
    const { time, principal = LOCAL_PRINCIPAL } = this.#options;
    const { policy, counters } = this.#engine;
    const when = call.at === undefined ? time : { ...time, at: call.at };
    const counting = counters.length === 0 ? {} : { history: this.#history(tool, principal, when.at) };
    const input = buildDecisionInput(
      policy,
      tool.tool,
      { labels, words, origins, ...counting },
      principal,
      args,
      when,
    );
    const decision = this.#engine.decide(input);
    const { outcome, reasons } = decision;
    return { call, judged: { tool, args, situation, decision }, outcome, reasons, input };
  }

  #history({ tool }: TracedTool, principal: Principal, now: number): HistoryReadings {
    const questions = listQuestions(this.#engine.policy, tool, { sessions: [SESSION], principal }, now);
    return makeHistory(questions, this.#counts.counts(questions, ''), now);
  }

  #count({ call, judged, input }: ReplayedCall): void {
    const { counters } = this.#engine;
    if (counters.length === 0 || judged === undefined || input === undefined) return;
    const shares = listShares(counters, { session: SESSION, input, decision: judged.decision }, true);
    this.#counts.count(call.id, shares, input.time.at);
  }

  /** Where a person is played, what they refused and what the policy blocked did not run. */
  #runs({ judged, outcome, vote }: ReplayedCall): boolean {
    if (this.#options.person === undefined || judged === undefined) return true;
    return outcome === 'auto' || vote === 'approved';
  }

  #voted(session: string, replayed: ReplayedCall): ReplayedCall {
    const { person } = this.#options;
    if (person === undefined || replayed.outcome !== 'confirm') return replayed;
    return { ...replayed, vote: person.approves(session, replayed.call.id) ? 'approved' : 'refused' };
  }

  /** A call goes out. One that nobody could judge went to a tool nobody knows. */
  #start({ call, judged, vote }: ReplayedCall): SessionEvent {
    const { tool, args, intended } =
      judged === undefined
        ? { tool: unknownTarget(call), args: {}, intended: false }
        : { ...judged, intended: judged.situation.intended };
    this.#running.set(call.id, { tool, args, intended });
    const approved = vote === 'approved' ? { approved: args } : {};
    return { type: 'call', id: call.id, tool, ...approved, ...moment(call.at) };
  }

  run(trace: Trace): ReplayedTrace {
    let fold = startFold(trace.session, this.#options.shared);
    const steps = trace.events.map((event): ReplayStep => {
      const before = fold.session;
      if (event.type !== 'call') {
        const happened = this.#sessionEvent(event);
        if (happened !== undefined) fold = fold.apply(happened);
        return { event, before, after: fold.session };
      }
      const replayed = this.#voted(trace.session, this.#judge(event, before));
      this.#made.set(event.id, replayed);
      if (this.#runs(replayed)) {
        fold = fold.apply(this.#start(replayed));
        this.#count(replayed);
      }
      return { event, before, after: fold.session, replayed };
    });
    const { shared } = this.#options;
    return {
      session: trace.session,
      steps,
      calls: [...this.#made.values()],
      shared: shared === undefined ? NO_CONTEXTS : fold.contexts,
    };
  }
}

/**
 * Plays one recorded session again: every call judged on the session as it was then. What was recorded has happened,
 * so a call that would be held raises labels all the same, unless a person is played who refuses it. Pure: equal traces give equal decisions.
 */
export const replayTrace = (
  tools: ReplayedTools,
  engine: Engine,
  trace: Trace,
  options: ReplayOptions,
): ReplayedTrace => new TraceReplay(tools, engine, options).run(trace);
