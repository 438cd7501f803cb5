import { CallgateError } from '@callgate/core';
import { upstreamErrors } from '@callgate/messages/errors/upstream';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;

/** One event that carries one message; `text` must be on one line. */
export const sseEvent = (text: string): string => `event: message\ndata: ${text}\n\n`;

/** Keeps a quiet stream from being closed by what stands in between. */
export const SSE_COMMENT = ': \n\n';

export interface SseEvent {
  readonly event: string;
  /** Not decoded: `readMessage` does that, and refuses what is not UTF-8. May be a view into the chunk. */
  readonly data: Uint8Array;
  /** Where the event names one. */
  readonly id: string | null;
}

/** Reads a `text/event-stream`. An event that its stream leaves unfinished is never given out. */
export class SseReader {
  private readonly maxBytes: number;
  private parts: Uint8Array[] = [];
  private partLength = 0;
  private data: Uint8Array[] = [];
  private dataLength = 0;
  private event = '';
  private id: string | null = null;
  private afterCr = false;
  private atStart = true;

  /** `maxBytes` holds for the data of one event, and for one line. */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Throws SSE_TOO_LARGE; the reader is of no use after that. */
  push(chunk: Uint8Array): SseEvent[] {
    const events: SseEvent[] = [];
    let from = 0;
    if (this.afterCr && chunk.length > 0) {
      this.afterCr = false;
      if (chunk[0] === LF) from = 1;
    }
    let cr = chunk.indexOf(CR, from);
    while (from < chunk.length) {
      const lf = chunk.indexOf(LF, from);
      const end = cr !== -1 && (lf === -1 || cr < lf) ? cr : lf;
      if (end === -1) break;
      this.line(chunk.subarray(from, end), events);
      from = end + 1;
      if (end === cr) {
        if (from === chunk.length) this.afterCr = true;
        else if (chunk[from] === LF) from++;
        cr = chunk.indexOf(CR, from);
      }
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return events;
  }

  private keep(part: Uint8Array): void {
    this.parts.push(part);
    this.partLength += part.length;
    // The name of the field and a space stand before the data.
    if (this.partLength > this.maxBytes + 8) throw this.tooLarge();
  }

  private line(rest: Uint8Array, events: SseEvent[]): void {
    let line = rest;
    if (this.partLength > 0) {
      this.parts.push(rest);
      line = Buffer.concat(this.parts, this.partLength + rest.length);
      this.parts = [];
      this.partLength = 0;
    }
    if (this.atStart) {
      this.atStart = false;
      if (line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) line = line.subarray(3);
    }
    if (line.length === 0) this.dispatch(events);
    else this.field(line);
  }

  private field(line: Uint8Array): void {
    const colon = line.indexOf(COLON);
    if (colon === 0) return;
    const nameEnd = colon === -1 ? line.length : colon;
    const valueStart = colon === -1 ? line.length : line[colon + 1] === SPACE ? colon + 2 : colon + 1;
    if (nameEnd > 5) return;
    switch (text(line.subarray(0, nameEnd))) {
      case 'data': {
        const value = line.subarray(valueStart);
        this.dataLength += value.length + 1;
        if (this.dataLength - 1 > this.maxBytes) throw this.tooLarge();
        this.data.push(value);
        break;
      }
      case 'event':
        this.event = text(line.subarray(valueStart));
        break;
      case 'id':
        this.id = text(line.subarray(valueStart));
        break;
      default:
    }
  }

  private dispatch(events: SseEvent[]): void {
    const { data, event, id } = this;
    const [first] = data;
    this.event = '';
    this.id = null;
    if (first === undefined) return;
    this.data = [];
    this.dataLength = 0;
    const joined =
      data.length === 1
        ? first
        : Buffer.concat(data.flatMap((part, index) => (index === 0 ? [part] : [NEW_LINE, part])));
    if (joined.length > 0) events.push({ event: event === '' ? 'message' : event, data: joined, id });
  }

  private tooLarge(): CallgateError {
    return new CallgateError(upstreamErrors.eventTooLarge({ bytes: this.maxBytes }));
  }
}

const NEW_LINE: Uint8Array = Uint8Array.of(LF);

/** Names are compared, never shown; Latin-1 keeps every byte apart. */
const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
