import type { Readable, Writable } from 'node:stream';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS } from '@callgate/core/receive';
import { InFlight } from '@callgate/gate/host';
import { clientErrors } from '@callgate/messages/errors/client';
import { agentMessages } from '@callgate/messages/agent';
import { LATEST_MODERN } from '../wire/eras.ts';
import type {
  RpcMessage,
  MessageId,
  NotificationMessage,
  UnreadableMessage,
  RequestMessage,
  RpcError,
} from '../wire/json-rpc.ts';
import { INVALID_REQUEST, METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { LineReader, LineWriter } from '../wire/lines.ts';
import { errorText, isMessageId, notificationText, readMessage, resultText } from '../wire/message-text.ts';
import { isClientNotification, isClientRequest } from '../wire/methods.ts';
import type { ModernEnvelope } from '../wire/request-meta.ts';
import { hasEnvelope, readEnvelopeMeta, unsupportedVersion } from '../wire/request-meta.ts';
import { ClientQuestions } from './client-questions.ts';
import type { AskOptions, Caller, ConnectedClient, ClientStream, Protocol } from '../wire/exchange.ts';
import { INTERNAL_FAILURE, OpenExchange, askProtocol, replyText } from './open-exchange.ts';

const texts = agentMessages.message;

export interface StdioOptions {
  readonly protocol: Protocol;
  readonly input: Readable;
  readonly output: Writable;
  readonly caller: Caller;
  /** Called once, when the input has ended or either side broke, and everything that was out is aborted. */
  readonly onEnd: () => void;
  readonly limits?: ParseLimits;
}

export interface StdioServer {
  /** Ends as the end of the input does. */
  close(): void;
}

/** Serves both eras on one pipe: a message that names its version is modern, any other belongs to the connection. */
export const serveStdio = (options: StdioOptions): StdioServer => {
  const pipe = new StdioPipe(options);
  pipe.start();
  return { close: () => pipe.end() };
};

/** Who only spoke the modern era has said who it is with each request. */
const NOTHING_KNOWN: ModernEnvelope = { version: LATEST_MODERN, capabilities: {}, info: null };

/** Bytes waiting for a reader who does not read; above that, what may be lost is not written. */
const CHOKED = 8 * 1024 * 1024;

/** Messages that are kept while the hello is being answered. */
const MAX_WAITING = 1000;

class StdioPipe implements ClientStream {
  readonly asks: ClientQuestions = new ClientQuestions();
  readonly writer: LineWriter;
  private readonly options: StdioOptions;
  private readonly limits: ParseLimits;
  private readonly reader: LineReader;
  private readonly out: InFlight<MessageId, OpenExchange> = new InFlight();
  private client: ConnectedClient | null = null;
  private greeted = false;
  /** What came while the hello was being answered. */
  private waiting: (RequestMessage | NotificationMessage)[] | null = null;
  private ended = false;
  private modernRequests = 0;

  constructor(options: StdioOptions) {
    const { input, output, limits = DEFAULT_PARSE_LIMITS } = options;
    this.options = options;
    this.limits = limits;
    this.writer = new LineWriter(output, (blocked) => {
      if (blocked) input.pause();
      else if (!this.ended) input.resume();
    });
    this.reader = new LineReader(limits.bytes, {
      line: (bytes) => this.line(bytes),
      overflow: () =>
        this.refuse('JSON_TOO_LARGE', texts.tooLong({ most: limits.bytes }), null, INVALID_REQUEST),
    });
  }

  start(): void {
    const { input, output } = this.options;
    const end = (): void => this.end();
    input.on('data', (chunk: Uint8Array) => this.reader.push(chunk));
    for (const event of ['end', 'close', 'error']) input.on(event, end);
    for (const event of ['close', 'error']) output.on(event, end);
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    const { protocol, caller, input, onEnd } = this.options;
    input.pause();
    if (this.reader.pending > 0) protocol.refused(caller, 'LINE_CUT', texts.cut);
    for (const exchange of this.out.values()) exchange.abort();
    this.out.clear();
    this.asks.end();
    if (this.client !== null) protocol.closed(this.client);
    else if (this.modernRequests > 0) protocol.closed(this.modernClient(NOTHING_KNOWN));
    this.writer.flush();
    onEnd();
  }

  /** For what belongs to no request. */
  notify(method: string, params: JsonObject): void {
    if (!this.ended && this.writer.unread <= CHOKED) this.writer.write(notificationText(method, params));
  }

  private line(bytes: Uint8Array): void {
    if (this.ended || isBlank(bytes)) return;
    this.receive(readMessage(bytes, this.limits));
  }

  private receive(message: RpcMessage | UnreadableMessage): void {
    switch (message.type) {
      case 'request':
      case 'notification':
        if (this.waiting !== null && this.waiting.length < MAX_WAITING && !hasEnvelope(message.params)) {
          this.waiting.push(message);
        } else if (message.type === 'request') this.request(message);
        else this.notification(message);
        return;
      case 'result':
      case 'error':
        if (!this.asks.settle(message)) {
          this.options.protocol.refused(this.options.caller, 'ANSWER_UNKNOWN', texts.answerUnknown);
        }
        return;
      default:
        this.refuse(message.reason, message.error.message, message.id, message.error.code);
    }
  }

  private refuse(reason: string, detail: string, id: MessageId | null, code: number): void {
    this.options.protocol.refused(this.options.caller, reason, detail);
    this.writer.write(errorText(id, { code, message: detail }));
  }

  private request(message: RequestMessage): void {
    const { id, method } = message;
    if (this.out.has(id)) {
      // An error under this id would be taken for the answer to the first one.
      this.refuse('ID_IN_USE', texts.idInUse, null, INVALID_REQUEST);
      return;
    }
    const client = this.senderOf(message);
    if (client !== null && 'code' in client) {
      this.options.protocol.refused(this.options.caller, 'ENVELOPE', client.message);
      this.writer.write(errorText(id, client));
    } else if (!isClientRequest(method, client?.era ?? 'legacy')) {
      const detail = texts.methodUnknown({ method: display(method, { max: 80 }) });
      this.refuse('METHOD_UNKNOWN', detail, id, METHOD_NOT_FOUND);
    } else if (method === 'initialize') {
      void this.initialize(message);
    } else if (client !== null) {
      void this.serve(new StdioExchange(this, client, message));
    } else if (method === 'ping') {
      this.writer.write(resultText(id, '{}'));
    } else {
      this.refuse('NOT_INITIALIZED', texts.notInitialized, id, INVALID_REQUEST);
    }
  }

  /** Null before the connection is opened by a legacy client. */
  private senderOf({ method, params }: RequestMessage): ConnectedClient | RpcError | null {
    if (!hasEnvelope(params)) return this.client;
    const envelope = readEnvelopeMeta(params);
    const fault = 'code' in envelope ? envelope : unsupportedVersion(envelope.version);
    // `initialize` is of the legacy era unless its envelope is whole.
    if (fault !== null) return method === 'initialize' ? this.client : fault;
    if ('code' in envelope) return envelope;
    this.modernRequests += 1;
    return this.modernClient(envelope);
  }

  private modernClient(envelope: ModernEnvelope): ConnectedClient {
    const key = `stdio:${this.options.caller.context}:modern:${this.modernRequests}`;
    return { ...this.options.caller, ...envelope, key, era: 'modern', stateful: false };
  }

  private async initialize({ id, params }: RequestMessage): Promise<void> {
    const { protocol, caller } = this.options;
    if (this.greeted) {
      this.refuse('INITIALIZED_TWICE', texts.initializedTwice, id, INVALID_REQUEST);
      return;
    }
    this.greeted = true;
    this.waiting = [];
    try {
      const { reply, opens } = await protocol.initialize(params, caller);
      if (this.ended) return;
      this.writer.write(replyText(id, reply));
      this.greeted = reply.type !== 'error';
      if (opens !== undefined && this.greeted) {
        this.client = { ...caller, ...opens, key: `stdio:${caller.context}`, era: 'legacy', stateful: true };
        protocol.opened(this.client, this);
      }
    } catch {
      this.greeted = false;
      this.writer.write(errorText(id, INTERNAL_FAILURE));
    }
    const { waiting } = this;
    this.waiting = null;
    for (const message of waiting) this.receive(message);
  }

  private async serve(exchange: StdioExchange): Promise<void> {
    this.out.set(exchange.id, exchange);
    const reply = await askProtocol(this.options.protocol, exchange);
    if (!exchange.finish()) return;
    this.out.delete(exchange.id);
    this.writer.write(replyText(exchange.id, reply));
  }

  private notification({ method, params }: NotificationMessage): void {
    const { protocol, caller } = this.options;
    const era = hasEnvelope(params) ? 'modern' : 'legacy';
    if (!isClientNotification(method, era)) {
      protocol.refused(
        caller,
        'METHOD_UNKNOWN',
        texts.notificationUnknown({ method: display(method, { max: 80 }) }),
      );
    } else if (method === 'notifications/cancelled') {
      this.cancel(params['requestId']);
    } else if (this.client !== null) {
      protocol.notification(this.client, method, params);
    }
  }

  private cancel(id: Json | undefined): void {
    if (!isMessageId(id)) return;
    const exchange = this.out.get(id);
    if (exchange === undefined) return;
    this.out.delete(id);
    exchange.abort();
  }
}

class StdioExchange extends OpenExchange {
  private readonly pipe: StdioPipe;

  constructor(pipe: StdioPipe, client: ConnectedClient, message: RequestMessage) {
    super(client, message);
    this.pipe = pipe;
  }

  /** False where it was cancelled or the client is gone. */
  finish(): boolean {
    if (this.over) return false;
    this.over = true;
    return true;
  }

  notify(method: string, params: JsonObject): void {
    if (!this.over) this.pipe.notify(method, params);
  }

  async ask(method: string, params: JsonObject, options: AskOptions): Promise<Json> {
    if (!this.client.stateful) throw new CallgateError(clientErrors.askUnsupported());
    if (this.over) throw new CallgateError(clientErrors.askEnded());
    return this.pipe.asks.ask((text) => this.pipe.writer.write(text), method, params, options, this.signal);
  }
}

const CR = 0x0d;

/** Some write a blank line between messages, or end lines with CRLF. */
const isBlank = (bytes: Uint8Array): boolean => bytes.length === 0 || (bytes.length === 1 && bytes[0] === CR);
