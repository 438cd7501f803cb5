import type { IncomingMessage } from 'node:http';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { ResponseLimits } from './read-response.ts';
import { CallgateError } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { ErrorMessage, RpcMessage } from '../wire/json-rpc.ts';
import { INTERNAL_ERROR } from '../wire/json-rpc.ts';
import { SseReader } from '../wire/sse.ts';
import { readResponse, refusalText, stripBom } from './read-response.ts';
import type { ResumePoint } from './resume-point.ts';

/** How the reading of one HTTP answer ended. */
export type ResponseEnd =
  /** All of it was read. */
  | { readonly type: 'whole' }
  | { readonly type: 'bad'; readonly code: string; readonly why: string }
  | { readonly type: 'cut'; readonly why: string };

const mediaType = (response: IncomingMessage): string =>
  (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

export const isEventStream = (response: IncomingMessage): boolean =>
  mediaType(response) === 'text/event-stream';

const isEncoded = (response: IncomingMessage): boolean =>
  (response.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';

/** Reads the messages of an answer, JSON or a stream of events; `done` is called once. */
export const readHttpResponse = (
  response: IncomingMessage,
  limits: ResponseLimits,
  message: (message: RpcMessage) => void,
  done: (ended: ResponseEnd) => void,
  point: ResumePoint | null = null,
): void => {
  let over = false;
  const end = (ended: ResponseEnd): void => {
    if (over) return;
    over = true;
    if (ended.type === 'bad') response.destroy();
    done(ended);
  };
  const read = (bytes: Uint8Array): void => {
    const answer = readResponse(bytes, limits);
    if (answer.type === 'refused')
      end({
        type: 'bad',
        code: 'UPSTREAM_GARBAGE',
        why: upstreamMessages.faults.notMessage({ problem: refusalText(answer) }),
      });
    else message(answer);
  };
  response.on('error', () => {});
  response.on('close', () => end({ type: 'cut', why: upstreamMessages.faults.cut }));
  if (isEncoded(response)) {
    end({ type: 'bad', code: 'UPSTREAM_ENCODING', why: upstreamMessages.faults.encoded });
  } else if (isEventStream(response)) {
    const reader = new SseReader(limits.bytes);
    response.on('data', (chunk: Buffer) => {
      if (over) return;
      point?.push(chunk);
      for (const { event, id, data } of eventsOf(reader, chunk, end)) {
        if (over || event !== 'message') continue;
        if (point === null || id === null || !point.isRepeated(id)) read(data);
      }
    });
    response.on('end', () => end({ type: 'whole' }));
  } else {
    collect(response, limits.bytes, end, (body) => {
      read(stripBom(body));
      end({ type: 'whole' });
    });
  }
};

const eventsOf = (
  reader: SseReader,
  chunk: Buffer,
  end: (ended: ResponseEnd) => void,
): ReturnType<SseReader['push']> => {
  try {
    return reader.push(chunk);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    end({
      type: 'bad',
      code: 'UPSTREAM_TOO_LARGE',
      why: upstreamMessages.faults.tooMuch({ problem: error.message }),
    });
    return [];
  }
};

const collect = (
  response: IncomingMessage,
  maxBytes: number,
  end: (ended: ResponseEnd) => void,
  whole: (body: Uint8Array) => void,
): void => {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes)
      end({
        type: 'bad',
        code: 'UPSTREAM_TOO_LARGE',
        why: upstreamMessages.faults.tooManyBytes({ bytes: maxBytes }),
      });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    if (length <= maxBytes)
      whole(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length));
  });
};

/** Bytes of an answer that says no; more is not looked at. */
const MAX_REFUSAL = 64 * 1024;

/** The JSON-RPC error in the body of an HTTP error, if one is there for this request. */
export const readHttpError = (
  response: IncomingMessage,
  limits: ResponseLimits,
  id: number,
  done: (error: ErrorMessage | null) => void,
): void => {
  let over = false;
  const end = (error: ErrorMessage | null): void => {
    if (over) return;
    over = true;
    done(error);
  };
  response.on('error', () => {});
  response.on('close', () => end(null));
  if (isEncoded(response) || mediaType(response) !== 'application/json') {
    response.resume();
    end(null);
    return;
  }
  collect(
    response,
    Math.min(MAX_REFUSAL, limits.bytes),
    () => {
      response.destroy();
      end(null);
    },
    (body) => {
      const read = readResponse(stripBom(body), limits);
      end(read.type === 'error' && (read.id === id || read.id === null) ? read : null);
    },
  );
};

/** What an HTTP status says where the body says nothing. */
export const statusError = (id: number, status: number): ErrorMessage => ({
  type: 'error',
  id,
  code: INTERNAL_ERROR,
  message: agentMessages.server.httpStatus({ status }),
});
