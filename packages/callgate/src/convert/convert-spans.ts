import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import type { Trace, TraceEvent } from '../replay/trace.ts';
import { parseArguments, toCallResult, jsonIn, objectsIn } from './call-result.ts';
import type { OtelSpan } from './otel-span.ts';
import { splitToolName } from './split-tool-name.ts';

/** What is missing in spans that were recorded without their content. */
export interface MissingContent {
  arguments: number;
  results: number;
}

const textOf = ({ attributes }: OtelSpan, key: string): string => {
  const value = attributes.get(key);
  return typeof value === 'string' ? value : '';
};

const operationOf = (span: OtelSpan): string => textOf(span, 'gen_ai.operation.name');

const isMcpCall = (span: OtelSpan): boolean => textOf(span, 'mcp.method.name') === 'tools/call';

const isToolSpan = (span: OtelSpan): boolean =>
  textOf(span, 'gen_ai.tool.name') !== '' && (operationOf(span) === 'execute_tool' || isMcpCall(span));

const keyOf = (trace: string, id: string): string => `${trace} ${id}`;

/** Spans with the ways up from each. */
class SpanTree {
  readonly spans: readonly OtelSpan[];
  readonly #byId: ReadonlyMap<string, OtelSpan>;

  constructor(spans: readonly OtelSpan[]) {
    this.#byId = new Map(spans.map((span) => [keyOf(span.trace, span.id), span]));
    this.spans = [...this.#byId.values()].toSorted((a, b) =>
      a.start < b.start ? -1 : a.start > b.start ? 1 : 0,
    );
  }

  above(span: OtelSpan): OtelSpan[] {
    const around: OtelSpan[] = [];
    const seen = new Set([span]);
    let next = this.#byId.get(keyOf(span.trace, span.parent));
    while (next !== undefined && !seen.has(next)) {
      around.push(next);
      seen.add(next);
      next = this.#byId.get(keyOf(next.trace, next.parent));
    }
    return around;
  }
}

/** The conversation of every span: its own, that of the nearest span around it, the only one of its trace, or its trace. */
const sessionsOf = (tree: SpanTree): ((span: OtelSpan) => string) => {
  const said = new Map<string, Set<string>>();
  for (const span of tree.spans) {
    const id = textOf(span, 'gen_ai.conversation.id');
    if (id !== '') said.set(span.trace, (said.get(span.trace) ?? new Set()).add(id));
  }
  return (span) => {
    for (const around of [span, ...tree.above(span)]) {
      const id = textOf(around, 'gen_ai.conversation.id');
      if (id !== '') return id;
    }
    const [only, ...others] = said.get(span.trace) ?? [];
    return only !== undefined && others.length === 0 ? only : span.trace;
  };
};

/** A call on its way through a client and a server leaves a span at each: they are one call. */
const isSameCall = (span: OtelSpan, tree: SpanTree): boolean => {
  if (!isMcpCall(span)) return false;
  const around = tree.above(span).find(isToolSpan);
  return (
    around !== undefined && textOf(around, 'gen_ai.tool.name').endsWith(textOf(span, 'gen_ai.tool.name'))
  );
};

/** What an agent inside another is told, a model wrote: it is not the person who speaks there. */
const isFromPerson = (span: OtelSpan, tree: SpanTree): boolean => {
  const path = [span, ...tree.above(span)];
  const agents = path.filter((each) => operationOf(each) === 'invoke_agent');
  return agents.length <= 1 && !path.some(isToolSpan);
};

const partsOf = (message: JsonObject): readonly JsonObject[] => {
  const parts = getOwn(message, 'parts') ?? getOwn(message, 'content');
  if (typeof parts === 'string') return [{ type: 'text', content: parts }];
  return objectsIn(parts);
};

/** What the person says in one message; nothing where the message brings results of tools. */
const personText = (message: JsonObject): string => {
  const parts = partsOf(message);
  if (
    getOwn(message, 'role') !== 'user' ||
    parts.some((part) => getOwn(part, 'type') === 'tool_call_response')
  )
    return '';
  return parts
    .filter((part) => getOwn(part, 'type') === 'text')
    .map((part) => getOwn(part, 'content') ?? getOwn(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('\n');
};

const personTexts = (span: OtelSpan): string[] => {
  const given = span.attributes.get('gen_ai.input.messages');
  const messages = typeof given === 'string' ? jsonIn(given) : given;
  return objectsIn(messages)
    .map(personText)
    .filter((text) => text.trim() !== '');
};

/** What is new in a history that repeats all or the last of what was said before. */
const newIn = (history: readonly string[], said: readonly string[]): readonly string[] => {
  for (let length = Math.min(history.length, said.length); length > 0; length--)
    if (said.slice(-length).every((text, at) => text === history[at])) return history.slice(length);
  return history;
};

const millis = (nanos: bigint): number => Number(nanos / 1_000_000n);

interface TimedEvent {
  readonly at: bigint;
  readonly event: TraceEvent;
}

class SpanConversation {
  readonly #timed: TimedEvent[] = [];
  readonly #said: string[] = [];
  readonly #ids = new Set<string>();

  hear(span: OtelSpan): void {
    for (const text of newIn(personTexts(span), this.#said)) {
      this.#said.push(text);
      this.#timed.push({ at: span.start, event: { type: 'user', text, at: millis(span.start) } });
    }
  }

  call(span: OtelSpan, server: string | undefined, missing: MissingContent): void {
    const given = textOf(span, 'gen_ai.tool.call.id');
    const id = given === '' || this.#ids.has(given) ? span.id : given;
    this.#ids.add(id);
    const args = span.attributes.get('gen_ai.tool.call.arguments');
    if (args === undefined) missing.arguments += 1;
    this.#timed.push({
      at: span.start,
      event: {
        type: 'call',
        id,
        ...splitToolName(textOf(span, 'gen_ai.tool.name'), server),
        arguments: parseArguments(args, id),
        at: millis(span.start),
      },
    });
    const recorded = span.attributes.get('gen_ai.tool.call.result');
    const result = recorded ?? (span.failed ? span.statusMessage : undefined);
    if (result === undefined) missing.results += 1;
    else
      this.#timed.push({
        at: span.end > span.start ? span.end : span.start,
        event: { type: 'result', id, result: toCallResult(result, span.failed), at: millis(span.end) },
      });
  }

  events(): TraceEvent[] {
    return this.#timed.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ event }) => event);
  }
}

/** The conversations that some GenAI spans tell of, as traces. Spans may come in any order. */
export const convertSpans = (
  spans: readonly OtelSpan[],
  server: string | undefined,
): { readonly traces: readonly Trace[]; readonly missing: MissingContent } => {
  const tree = new SpanTree(spans);
  const sessionOf = sessionsOf(tree);
  const missing: MissingContent = { arguments: 0, results: 0 };
  const conversations = new Map<string, SpanConversation>();
  const conversationOf = (span: OtelSpan): SpanConversation => {
    const session = sessionOf(span);
    const known = conversations.get(session) ?? new SpanConversation();
    conversations.set(session, known);
    return known;
  };
  for (const span of tree.spans) {
    if (isToolSpan(span)) {
      if (!isSameCall(span, tree)) conversationOf(span).call(span, server, missing);
    } else if (span.attributes.has('gen_ai.input.messages') && isFromPerson(span, tree))
      conversationOf(span).hear(span);
  }
  return {
    traces: [...conversations].map(([session, conversation]) => ({ session, events: conversation.events() })),
    missing,
  };
};
