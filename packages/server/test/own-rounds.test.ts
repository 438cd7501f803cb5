import type { JsonObject } from '@callgate/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { QUESTION_KEY } from '../src/calls/confirm-call.ts';
import { codeOf, textOf, acceptAnswer } from './answers.ts';
import { RawClient } from './raw-client.ts';

await frameworksHome();

let client: RawClient;
beforeAll(async () => {
  client = await new RawClient('modern', true, 'rounds').open();
});
afterAll(async () => await client.close());

const RED = { colour: { action: 'accept', content: { colour: 'red' } } };
const again = async (tool: string, before: JsonObject, inputResponses: JsonObject): Promise<JsonObject> =>
  await client.callOnce(tool, {}, {}, { inputResponses, requestState: before['requestState'] ?? '' });

it('a handler that asks for something itself has its own state back', async () => {
  const asked = await client.callOnce('pick', {});
  expect(asked['requestState']).toBe('of the handler');
  expect(textOf(await again('pick', asked, RED))).toBe('red, of the handler');
});

it('what a person agreed to is not lost when the handler asks for more after that', async () => {
  const first = await client.callOnce('paint', {});
  expect(Object.keys(first['inputRequests'] ?? {})).toEqual([QUESTION_KEY]);
  const second = await again('paint', first, { [QUESTION_KEY]: acceptAnswer() });
  expect(Object.keys(second['inputRequests'] ?? {})).toEqual(['colour']);
  expect(textOf(await again('paint', second, RED))).toBe('red, of the handler');
  expect(codeOf(await again('paint', second, RED))).toBe('STATE_INVALID');
});

it('a handler’s own state does not stand for a person’s word', async () => {
  const asked = await client.callOnce(
    'paint',
    {},
    {},
    { requestState: 'of the handler', inputResponses: RED },
  );
  expect(Object.keys(asked['inputRequests'] ?? {})).toEqual([QUESTION_KEY]);
});
