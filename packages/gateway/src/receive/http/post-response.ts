import type { ServerResponse } from 'node:http';
import { SSE_COMMENT, sseEvent } from '../../wire/sse.ts';

/** Common to all answers: nothing here is for caches or for guessing browsers. */
const SAFE = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'] as const;

/** Also keeps proxies from collecting a stream before they pass it on. */
export const STREAM_HEADERS: string[] = [
  'Content-Type',
  'text/event-stream',
  ...SAFE,
  'X-Accel-Buffering',
  'no',
];

export type Stalled = (response: ServerResponse) => void;

const writeBody = (
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  more: readonly string[],
): void => {
  response.writeHead(status, ['Content-Type', type, 'Content-Length', String(text.length), ...SAFE, ...more]);
  response.end(text, 'latin1');
};

/** `text` must be ASCII. */
export const writePlain = (
  response: ServerResponse,
  status: number,
  text: string,
  more: readonly string[] = [],
): void => writeBody(response, status, 'text/plain', text, more);

/** `text` must be ASCII, as canonical JSON is. */
export const writeJson = (response: ServerResponse, status: number, text: string): void =>
  writeBody(response, status, 'application/json', text, []);

export const writeEmpty = (response: ServerResponse, status: number): void => {
  response.writeHead(status, [...SAFE]);
  response.end();
};

/** The answer to one POST: plain JSON, unless something has to be said before it. Then it becomes a stream. */
export class PostResponse {
  private readonly response: ServerResponse;
  private readonly unreadBytes: number;
  private readonly stalled: Stalled;
  private readonly asStream: boolean;

  constructor(response: ServerResponse, unreadBytes: number, stalled: Stalled, asStream: boolean) {
    this.response = response;
    this.unreadBytes = unreadBytes;
    this.stalled = stalled;
    this.asStream = asStream;
  }

  /** One message before the answer. */
  event(text: string): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS);
    response.write(sseEvent(text), 'latin1');
    if (response.writableLength > this.unreadBytes) response.destroy();
  }

  /** Shows whether somebody is still there, where a stream is open. */
  pulse(): void {
    const { response } = this;
    if (response.headersSent && !response.writableEnded && !response.destroyed) response.write(SSE_COMMENT);
  }

  /** The answer. Its status counts only where nothing was sent before. */
  end(status: number, text: string, more: readonly string[] = []): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (this.asStream && status === 200 && !response.headersSent)
      response.writeHead(200, [...STREAM_HEADERS, ...more]);
    if (response.headersSent) response.end(sseEvent(text), 'latin1');
    else writeBody(response, status, 'application/json', text, more);
    if (response.writableLength > 0) this.stalled(response);
  }

  /** No answer: the client said that it does not want one. */
  drop(): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (!response.headersSent) response.writeHead(200, STREAM_HEADERS);
    response.end();
  }
}
