import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { hookErrors } from '@callgate/messages/errors/hook';
import { MAX_EVENT_BYTES, readObject } from './hook-messages.ts';
import { unreadableMark } from './unreadable-mark.ts';

/** What one member may have where the whole text cannot be read. */
const MAX_MEMBER_BYTES = 4 * 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Bytes up to a limit. More than that are counted and not kept. */
class JsonPiece {
  #chunks: Uint8Array[] = [];
  #size = 0;

  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > MAX_MEMBER_BYTES) this.#chunks = [];
    else if (bytes.length > 0) this.#chunks.push(bytes);
  }

  /** Its value, read strictly; the reason where it cannot be read. */
  read(): Json {
    if (this.#size > MAX_MEMBER_BYTES) return unreadableMark('JSON_TOO_LARGE');
    try {
      return parseStrict(Buffer.concat(this.#chunks));
    } catch (error) {
      return unreadableMark(error instanceof CallgateError ? error.code : 'JSON_SYNTAX');
    }
  }
}

/**
 * Splits a JSON object of any size into its members without reading their values, so that a value that cannot be read
 * hides no other member.
 */
class MemberScanner {
  readonly #members: Map<string, Json> = new Map();
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isOver = false;
  #key: JsonPiece | undefined;
  #piece = new JsonPiece();

  push(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < bytes.length && !this.#isOver; at++) {
      const code = bytes[at] ?? 0;
      if (this.#inString) this.#insideString(code);
      else if (this.#isEdge(code)) {
        this.#piece.add(bytes.subarray(from, at));
        from = at + 1;
        this.#edge(code);
      } else this.#outside(code);
    }
    if (!this.#isOver) this.#piece.add(bytes.subarray(from));
  }

  end(): JsonObject {
    // what was cut off is there, and nobody can read it
    if (!this.#isOver && this.#key !== undefined) this.#keep(unreadableMark('JSON_SYNTAX'));
    return Object.fromEntries(this.#members);
  }

  #insideString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inString = false;
  }

  #outside(code: number): void {
    if (code === QUOTE) this.#inString = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.#depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) this.#depth -= 1;
  }

  /** Where a key or a value of the outermost object begins or ends. */
  #isEdge(code: number): boolean {
    if (this.#depth === 0) return code === OPEN_OBJECT;
    if (this.#depth > 1) return false;
    return code === COMMA || code === CLOSE_OBJECT || (code === COLON && this.#key === undefined);
  }

  #edge(code: number): void {
    if (code === OPEN_OBJECT) this.#depth = 1;
    else if (code === COLON) this.#key = this.#piece;
    else {
      if (this.#key !== undefined) this.#keep(this.#piece.read());
      this.#key = undefined;
      this.#isOver = code === CLOSE_OBJECT;
    }
    this.#piece = new JsonPiece();
  }

  #keep(value: Json): void {
    const key = this.#key?.read();
    if (typeof key !== 'string') return;
    this.#members.set(key, this.#members.has(key) ? unreadableMark('JSON_DUPLICATE_KEY') : value);
  }
}

/** Nothing has happened yet when a host tells these: refusing one stops it. */
const REFUSABLE: ReadonlySet<string> = new Set(['PreToolUse', 'UserPromptSubmit']);

const rethrow = (error: unknown): never => {
  throw error;
};

/**
 * Reads the event that a host writes. What is about to happen is refused where it cannot be read. What has happened
 * cannot be refused: a member that nobody can read is then replaced by a mark that says so.
 */
export const readEventPayload = async (input: AsyncIterable<Uint8Array>): Promise<JsonObject> => {
  const chunks: Uint8Array[] = [];
  let scanner: MemberScanner | undefined;
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (scanner === undefined) chunks.push(chunk);
    else scanner.push(chunk);
    if (bytes <= MAX_EVENT_BYTES || scanner !== undefined) continue;
    scanner = new MemberScanner();
    for (const each of chunks.splice(0)) scanner.push(each);
  }
  let error: unknown = new CallgateError(hookErrors.tooLarge({ bytes: MAX_EVENT_BYTES }));
  if (scanner === undefined) {
    const whole = Buffer.concat(chunks);
    try {
      const payload = readObject(whole);
      if (payload !== undefined) return payload;
      error = new CallgateError(hookErrors.payloadNotObject());
    } catch (fault) {
      error = fault;
    }
    scanner = new MemberScanner();
    scanner.push(whole);
  }
  const members = scanner.end();
  const name = getOwn(members, 'hook_event_name');
  return typeof name !== 'string' || REFUSABLE.has(name) ? rethrow(error) : members;
};
