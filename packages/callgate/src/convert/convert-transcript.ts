import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import type { Trace, TraceEvent } from '../replay/trace.ts';
import { parseArguments, toCallResult, objectAt, objectsIn, textAt } from './call-result.ts';
import { splitToolName } from './split-tool-name.ts';

const TEXT_PARTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text']);

const textsIn = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : objectsIn(content)
        .filter((part) => TEXT_PARTS.has(textAt(part, 'type') ?? ''))
        .map((part) => textAt(part, 'text') ?? '')
        .join('\n');

class TranscriptReader {
  readonly events: TraceEvent[] = [];
  readonly #server: string | undefined;
  readonly #called = new Set<string>();

  constructor(server: string | undefined) {
    this.#server = server;
  }

  #call(id: string | undefined, name: string | undefined, args: Json | undefined): void {
    if (id === undefined || name === undefined) throw new CallgateError(traceErrors.convert.callUnnamed());
    this.#called.add(id);
    const { server, tool } = splitToolName(name, this.#server);
    this.events.push({ type: 'call', id, server, tool, arguments: parseArguments(args, id) });
  }

  /** A transcript that was cut at its beginning has results of calls nobody sees any more. */
  #result(id: string | undefined, content: Json | undefined, failed: boolean): void {
    if (id === undefined || !this.#called.has(id)) return;
    this.events.push({ type: 'result', id, result: toCallResult(content ?? '', failed) });
  }

  /** Text beside the results of tools is written by hosts as often as by people: it is not taken for the person's. */
  #user(content: Json | undefined): void {
    const results = objectsIn(content).filter((part) => getOwn(part, 'type') === 'tool_result');
    for (const part of results)
      this.#result(textAt(part, 'tool_use_id'), getOwn(part, 'content'), getOwn(part, 'is_error') === true);
    const text = textsIn(content);
    if (results.length === 0 && text.trim() !== '') this.events.push({ type: 'user', text });
  }

  #assistant(message: JsonObject): void {
    const written = textsIn(getOwn(message, 'content'));
    if (written.trim() !== '') this.events.push({ type: 'assistant', text: written });
    for (const part of objectsIn(getOwn(message, 'content')))
      if (getOwn(part, 'type') === 'tool_use')
        this.#call(textAt(part, 'id'), textAt(part, 'name'), getOwn(part, 'input'));
    for (const call of objectsIn(getOwn(message, 'tool_calls'))) {
      const made = objectAt(call, 'function') ?? call;
      this.#call(textAt(call, 'id'), textAt(made, 'name'), getOwn(made, 'arguments'));
    }
  }

  /** One message of a chat, or one item of a list of responses. */
  take(message: JsonObject): void {
    const type = textAt(message, 'type');
    if (type === 'function_call')
      this.#call(textAt(message, 'call_id'), textAt(message, 'name'), getOwn(message, 'arguments'));
    else if (type === 'function_call_output')
      this.#result(textAt(message, 'call_id'), getOwn(message, 'output'), false);
    else
      switch (textAt(message, 'role')) {
        case 'user':
          this.#user(getOwn(message, 'content'));
          break;
        case 'assistant':
          this.#assistant(message);
          break;
        case 'tool':
          this.#result(textAt(message, 'tool_call_id'), getOwn(message, 'content'), false);
          break;
        default:
          // system and developer messages are nobody's words
          break;
      }
  }
}

export const isMessage = (value: Json): value is JsonObject =>
  isJsonObject(value) &&
  (typeof getOwn(value, 'role') === 'string' ||
    ['function_call', 'function_call_output'].includes(textAt(value, 'type') ?? ''));

const messagesOf = (content: Json): Json | undefined =>
  isJsonObject(content) ? (getOwn(content, 'messages') ?? getOwn(content, 'input')) : content;

/** Whether this is a list of chat messages, bare or as `messages` (or `input`) of an object. */
export const isTranscript = (content: Json): boolean => {
  const messages = messagesOf(content);
  return Array.isArray(messages) && messages.some((message: Json) => isMessage(message));
};

const NAMES = ['session', 'session_id', 'conversation_id', 'thread_id', 'id'];

/** What the transcript is called, if it says so. */
const nameIn = (content: Json): string | undefined =>
  isJsonObject(content)
    ? NAMES.map((key) => textAt(content, key)).find((name) => name !== undefined && name !== '')
    : undefined;

/** One transcript as a trace. `fallback` names the session where the transcript does not. */
export const convertTranscript = (content: Json, fallback: string, server: string | undefined): Trace => {
  const reading = new TranscriptReader(server);
  for (const message of objectsIn(messagesOf(content))) reading.take(message);
  return { session: nameIn(content) ?? fallback, events: reading.events };
};
