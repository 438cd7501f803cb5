import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:http';

export interface LocalRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Events of a stream, each as soon as it is whole. */
  readonly onEvent?: (data: string) => void;
  readonly signal?: AbortSignal;
}

export interface LocalResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All of it; empty where it was a stream of events. */
  readonly text: string;
}

const dataOf = (event: string): string =>
  event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');

const readEvents = async (incoming: IncomingMessage, onEvent: (data: string) => void): Promise<void> => {
  let rest = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    const events = (rest + String(chunk)).replaceAll('\r\n', '\n').split('\n\n');
    rest = events.pop() ?? '';
    for (const data of events.map(dataOf)) if (data !== '') onEvent(data);
  }
};

const readAll = async (incoming: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
  return text;
};

/** One request to this machine. Nothing ends it before its answer: a person may take their time. */
export const sendLocalRequest = ({
  url,
  method,
  headers,
  body,
  onEvent,
  signal,
}: LocalRequest): Promise<LocalResponse> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers, ...(signal === undefined ? {} : { signal }) },
      (incoming) => {
        const { statusCode: status = 0, headers: given } = incoming;
        const isStream = given['content-type']?.startsWith('text/event-stream') === true;
        const reading =
          isStream && onEvent !== undefined
            ? readEvents(incoming, onEvent).then(() => '')
            : readAll(incoming);
        reading.then((text) => resolve({ status, headers: given, text }), reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
