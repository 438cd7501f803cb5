import type { Json } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { ATTACKED } from '../../test/fixtures/traces.ts';
import { readTrace } from './read-trace.ts';

const CALL = { type: 'call', id: 'a', server: 's', tool: 't', arguments: {} };
const RESULT = { type: 'result', id: 'a', result: { content: [] } };

const problemWith = (content: Json): string => {
  try {
    readTrace(content);
  } catch (error) {
    if (error instanceof CallgateError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
};

const withEvents = (...events: Json[]): string => problemWith({ session: 's', events });

describe('a trace', () => {
  it('is read as it is written', () => {
    const written: Json = JSON.parse(JSON.stringify(ATTACKED));
    expect(readTrace(written)).toEqual(ATTACKED);
  });

  it('may tell of tasks, their end and declassifications, with the time of each', () => {
    const events = [
      { type: 'task', text: 'tidy up' },
      { type: 'end', at: 5 },
      { type: 'declassify', label: 'private', by: 'ada', reason: 'public since today', at: 6 },
    ];
    expect(readTrace({ session: 's', events }).events).toEqual([
      { type: 'task', text: 'tidy up', via: 'task', vouched: false },
      ...events.slice(1),
    ]);
  });

  it('may have notes beside the data', () => {
    expect(problemWith({ session: 's', note: 'mine', _x: 1, events: [{ ...CALL, _y: 2 }] })).toBe('none');
  });

  it.each<[string, string, string]>([
    ['a list', problemWith([]), 'TRACE_SHAPE'],
    ['no session', problemWith({ events: [] }), 'TRACE_SHAPE: session'],
    ['an empty session name', problemWith({ session: '', events: [] }), 'TRACE_SHAPE: session'],
    ['no events', problemWith({ session: 's' }), 'TRACE_SHAPE: events'],
    ['a key with a typo', problemWith({ session: 's', event: [] }), 'INPUT_KEY: trace: unknown key `event`'],
    ['an event that is a text', withEvents('user'), 'TRACE_SHAPE: Event 1: not an object'],
    ['an event without a type', withEvents({ text: 'hi' }), 'TRACE_EVENT: Event 1: no type'],
    [
      'an event of no kind',
      withEvents({ type: 'usr', text: 'hi' }),
      'TRACE_EVENT: Event 1: unknown type `usr`',
    ],
    [
      'an event with a typo',
      withEvents({ ...CALL, argument: {} }),
      'INPUT_KEY: Event 1: unknown key `argument`',
    ],
    ['a call without arguments', withEvents({ ...CALL, arguments: null }), 'TRACE_SHAPE: Event 1: arguments'],
    ['a call without a name', withEvents({ ...CALL, tool: '' }), 'TRACE_SHAPE: Event 1: tool'],
    [
      'a result without a result',
      withEvents(CALL, { type: 'result', id: 'a' }),
      'TRACE_SHAPE: Event 2: result',
    ],
    [
      'a label that is none',
      withEvents({ type: 'declassify', label: 'x', by: 'a', reason: 'b' }),
      'TRACE_SHAPE: Event 1: label',
    ],
    ['a result before its call', withEvents(RESULT, CALL), 'TRACE_RESULT: Event 1'],
    ['a result of another call', withEvents(CALL, { ...RESULT, id: 'b' }), 'TRACE_RESULT: Event 2'],
    ['two calls of one id', withEvents(CALL, CALL), 'TRACE_TWICE: Event 2: a second call `a`'],
    ['two results of one call', withEvents(CALL, RESULT, RESULT), 'TRACE_TWICE: Event 3: a second result'],
  ])('is refused for %s', (_, found, wanted) => {
    expect(found).toContain(wanted);
  });

  it('shows nothing of itself raw when it is refused', () => {
    expect(withEvents({ type: '\u202Eevil' })).toContain('⟦U+202E⟧');
  });
});
