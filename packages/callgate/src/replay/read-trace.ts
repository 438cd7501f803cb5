import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import type { z } from 'zod';
import { refuseUnknownKeys } from '../input/refuse-unknown-keys.ts';
import type { Trace, TraceEvent } from './trace.ts';
import { TRACE_EVENT_SCHEMAS } from './trace.ts';

const isKind = (type: Json | undefined): type is keyof typeof TRACE_EVENT_SCHEMAS =>
  typeof type === 'string' && Object.hasOwn(TRACE_EVENT_SCHEMAS, type);

const shapeError = (what: string, error: z.ZodError): CallgateError => {
  const [issue] = error.issues;
  const path = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  return new CallgateError('TRACE_SHAPE', `${what}: ${display(path + (issue?.message ?? 'not readable'))}`);
};

const readEvent = (content: Json, number: number): TraceEvent => {
  const what = `event ${number}`;
  if (!isJsonObject(content)) throw new CallgateError('TRACE_SHAPE', `${what}: not an object`);
  const type = getOwn(content, 'type');
  if (!isKind(type))
    throw new CallgateError(
      'TRACE_EVENT',
      typeof type === 'string'
        ? `${what}: nothing is called \`${display(type)}\``
        : `${what}: it has no type`,
      { help: `there are ${Object.keys(TRACE_EVENT_SCHEMAS).join(', ')}` },
    );
  const schema = TRACE_EVENT_SCHEMAS[type];
  refuseUnknownKeys(what, content, Object.keys(schema.shape));
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw shapeError(what, parsed.error);
  return parsed.data;
};

/** What was answered must have been asked: a result that fits no call would be evidence of nothing. */
const checkOrder = (events: readonly TraceEvent[]): void => {
  const asked = new Set<string>();
  const answered = new Set<string>();
  for (const [index, event] of events.entries()) {
    const what = `event ${index + 1}`;
    if (event.type === 'call') {
      if (asked.has(event.id))
        throw new CallgateError('TRACE_TWICE', `${what}: there are two calls \`${display(event.id)}\``);
      asked.add(event.id);
    } else if (event.type === 'result') {
      if (!asked.has(event.id))
        throw new CallgateError(
          'TRACE_RESULT',
          `${what}: a result of \`${display(event.id)}\`, and no call before it has this id`,
        );
      if (answered.has(event.id))
        throw new CallgateError('TRACE_TWICE', `${what}: a second result of \`${display(event.id)}\``);
      answered.add(event.id);
    }
  }
};

/** Reads one session out of what a file holds. Throws what is wrong with it. */
export const readTrace = (content: Json): Trace => {
  if (!isJsonObject(content))
    throw new CallgateError('TRACE_SHAPE', 'not an object', {
      help: 'a trace is {"session": …, "events": […]}; callgate convert --to trace makes one of other formats',
    });
  refuseUnknownKeys('trace', content, ['session', 'events']);
  const session = getOwn(content, 'session');
  const events = getOwn(content, 'events');
  if (typeof session !== 'string' || session === '')
    throw new CallgateError('TRACE_SHAPE', 'session: not a name');
  if (!Array.isArray(events)) throw new CallgateError('TRACE_SHAPE', 'events: not a list');
  const read = events.map((event: Json, index) => readEvent(event, index + 1));
  checkOrder(read);
  return { session, events: read };
};
