import type { ServerResponse } from 'node:http';

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
export const writeJson = (
  response: ServerResponse,
  status: number,
  text: string,
  more: readonly string[] = [],
): void => writeBody(response, status, 'application/json', text, more);

export const writeEmpty = (response: ServerResponse, status: number): void => {
  response.writeHead(status, [...SAFE]);
  response.end();
};

/** JSON in ASCII: no character in it is a separator to anybody. */
export const asciiJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
