import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { callKey, inputRequiredIn, judgedInput, sentParams, withCallId } from './rounds.ts';

const CALL = { name: 'save_note', arguments: { text: 'milk' } };
const ROUND = { ...CALL, inputResponses: { city: { action: 'accept' } }, requestState: 'state-1' };

describe('what is judged', () => {
  it('is the arguments, and in a later round the answers and the state too', () => {
    expect(judgedInput(CALL)).toEqual({ text: 'milk' });
    expect(judgedInput(ROUND)).toMatchObject({
      text: 'milk',
      'dev.callgate/inputResponses': { city: { action: 'accept' } },
    });
    expect(judgedInput(ROUND)).not.toEqual(judgedInput({ ...ROUND, requestState: 'state-2' }));
  });

  it.each([
    ['an argument with a name of the gate', { arguments: { 'dev.callgate/inputResponses': {} } }],
    ['a state that is no text', { requestState: 1 }],
    ['a task', { task: { ttl: 1000 } }],
  ])('is refused with %s', (_, more) => {
    expect(() => judgedInput({ ...CALL, ...more })).toThrow(CallgateError);
  });
});

describe('what is sent', () => {
  it('is what was judged, with the answers beside the arguments and the state as the server gave it', () => {
    expect(sentParams(ROUND, judgedInput(ROUND))).toEqual(ROUND);
    expect(sentParams(CALL, { text: 'bread' })).toEqual({ name: 'save_note', arguments: { text: 'bread' } });
  });

  it('has no id of the model, and all else that is in `_meta`', () => {
    const call = withCallId({ ...CALL, _meta: { progressToken: 1 } }, 'call-1');
    expect(sentParams(call, judgedInput(call))).toEqual({ ...CALL, _meta: { progressToken: 1 } });
    expect(sentParams(withCallId(CALL, 'call-1'), judgedInput(CALL))).toEqual(CALL);
  });
});

it('knows every round by a key of its own', () => {
  const keys = [CALL, ROUND, { ...ROUND, requestState: 'state-2' }, { ...ROUND, inputResponses: {} }].map(
    (params) => callKey(withCallId(params, 'call-1')),
  );
  expect(keys[0]).toBe('call-1');
  expect(new Set(keys).size).toBe(4);
  expect(callKey(withCallId(ROUND, 'call-1'))).toBe(keys[1]);
  expect(callKey(CALL)).toBeUndefined();
});

it('sees what a server asks for, and nothing in other results', () => {
  const requests = { city: { method: 'elicitation/create' } };
  expect(
    inputRequiredIn({ resultType: 'input_required', inputRequests: requests, requestState: 's' }),
  ).toEqual({
    requests,
    state: 's',
  });
  expect(inputRequiredIn({ resultType: 'input_required', requestState: 's' })).toEqual({
    requests: {},
    state: 's',
  });
  for (const other of [null, 'input_required', [], { resultType: 'complete' }, { content: [] }])
    expect(inputRequiredIn(other)).toBeUndefined();
});
