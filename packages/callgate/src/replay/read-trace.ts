import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import type { z } from 'zod';
import { refuseUnknownKeys } from '../input/refuse-unknown-keys.ts';
import type { Trace, TraceEvent } from './trace.ts';
import { TRACE_EVENT_SCHEMAS } from './trace.ts';

const isKind = (type: Json | undefined): type is keyof typeof TRACE_EVENT_SCHEMAS =>
  typeof type === 'string' && Object.hasOwn(TRACE_EVENT_SCHEMAS, type);

const EVENT_TYPES = Object.keys(TRACE_EVENT_SCHEMAS).join(', ');

const shapeError = (number: number, error: z.ZodError): CallgateError => {
  const [issue] = error.issues;
  const path = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  return new CallgateError(
    traceErrors.eventShape({ number, problem: display(path + (issue?.message ?? 'not readable')) }),
  );
};

const readEvent = (content: Json, number: number): TraceEvent => {
  if (!isJsonObject(content)) throw new CallgateError(traceErrors.eventNotAnObject({ number }));
  const type = getOwn(content, 'type');
  if (!isKind(type))
    throw new CallgateError(
      typeof type === 'string'
        ? traceErrors.eventType({ number, type: display(type), types: EVENT_TYPES })
        : traceErrors.eventWithoutType({ number, types: EVENT_TYPES }),
    );
  const schema = TRACE_EVENT_SCHEMAS[type];
  refuseUnknownKeys(`Event ${number}`, content, Object.keys(schema.shape));
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw shapeError(number, parsed.error);
  return parsed.data;
};

/** What was answered must have been asked: a result that fits no call would be evidence of nothing. */
const checkOrder = (events: readonly TraceEvent[]): void => {
  const asked = new Set<string>();
  const answered = new Set<string>();
  for (const [index, event] of events.entries()) {
    const number = index + 1;
    if (event.type === 'call') {
      if (asked.has(event.id))
        throw new CallgateError(traceErrors.callTwice({ number, id: display(event.id) }));
      asked.add(event.id);
    } else if (event.type === 'result') {
      if (!asked.has(event.id))
        throw new CallgateError(traceErrors.resultWithoutCall({ number, id: display(event.id) }));
      if (answered.has(event.id))
        throw new CallgateError(traceErrors.resultTwice({ number, id: display(event.id) }));
      answered.add(event.id);
    }
  }
};

/** Reads one session out of what a file holds. Throws what is wrong with it. */
export const readTrace = (content: Json): Trace => {
  if (!isJsonObject(content)) throw new CallgateError(traceErrors.notAnObject());
  refuseUnknownKeys('trace', content, ['session', 'events']);
  const session = getOwn(content, 'session');
  const events = getOwn(content, 'events');
  if (typeof session !== 'string' || session === '') throw new CallgateError(traceErrors.sessionName());
  if (!Array.isArray(events)) throw new CallgateError(traceErrors.events());
  const read = events.map((event: Json, index) => readEvent(event, index + 1));
  checkOrder(read);
  return { session, events: read };
};
