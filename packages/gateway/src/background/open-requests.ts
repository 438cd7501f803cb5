import type { MessageId } from '../wire/json-rpc.ts';
import { LineReader } from '../wire/lines.ts';

/** Longer lines are refused by the gateway, under no id. */
const MAX_LINE = 64 * 1024 * 1024;
/** An id with every character escaped is shorter. */
const HEAD_BYTES = 2048;

/** How `resultText` begins. */
const RESULT = /^\{"id":("(?:[^"\\]|\\.)*"|-?\d+),"jsonrpc":"2\.0","result":/;
const ERROR = '{"error":';

const isId = (id: unknown): id is MessageId => typeof id === 'string' || Number.isSafeInteger(id);

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const answeredId = (line: Uint8Array): unknown => {
  const head = textOf(line.subarray(0, HEAD_BYTES));
  const [, id] = RESULT.exec(head) ?? [];
  if (id !== undefined) return JSON.parse(id);
  return head.startsWith(ERROR) ? parseObject(textOf(line))['id'] : undefined;
};

/** The requests of a client that have no answer yet. It decides nothing: the gateway reads every message itself. */
export class OpenRequests {
  readonly #open = new Set<MessageId>();
  readonly #requests: LineReader;
  readonly #answers: LineReader;

  constructor() {
    this.#requests = new LineReader(MAX_LINE, { line: (bytes) => this.#sent(bytes), overflow: () => {} });
    this.#answers = new LineReader(MAX_LINE, {
      line: (bytes) => {
        const id = answeredId(bytes);
        if (isId(id)) this.#open.delete(id);
      },
      overflow: () => {},
    });
  }

  addSent(chunk: Uint8Array): void {
    this.#requests.push(chunk);
  }

  addAnswered(chunk: Uint8Array): void {
    this.#answers.push(chunk);
  }

  /** Whether an answer was cut off. */
  get isInsideAnswer(): boolean {
    return this.#answers.pending > 0;
  }

  get ids(): readonly MessageId[] {
    return [...this.#open];
  }

  #sent(line: Uint8Array): void {
    const { id, method, params } = parseObject(textOf(line));
    if (typeof method !== 'string') return;
    if (isId(id)) this.#open.add(id);
    else if (method === 'notifications/cancelled' && typeof params === 'object' && params !== null) {
      const cancelled: unknown = Reflect.get(params, 'requestId');
      if (isId(cancelled)) this.#open.delete(cancelled);
    }
  }
}
