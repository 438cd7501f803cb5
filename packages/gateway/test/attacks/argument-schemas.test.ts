import type { Json, JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { RpcAnswer } from './agents.ts';
import { AGENT_PROTOCOLS, protocolText } from './agents.ts';
import { listPendingCalls } from './pending-calls.ts';
import { createArenaOpener } from './arena-opener.ts';
import { verifies } from './verifies.ts';

const opened = createArenaOpener();

const SPEECH = AGENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const);

const tool = (name: string, inputSchema: Json, hints: JsonObject): JsonObject => ({
  name,
  description: 'A tool',
  inputSchema,
  annotations: hints,
});

const TYPED: JsonObject = {
  type: 'object',
  properties: { id: { type: 'string' }, count: { type: 'integer' } },
  required: ['id'],
  additionalProperties: false,
};
const READS: JsonObject = { readOnlyHint: true, openWorldHint: false };
const DELETES: JsonObject = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };

const says: JsonObject = {
  tools: [
    tool('read_note', TYPED, READS),
    tool('delete_note', TYPED, DELETES),
    tool('circle', { type: 'object', allOf: [{ $ref: '#' }] }, READS),
    tool(
      'slow_pattern',
      { type: 'object', properties: { id: { type: 'string', pattern: '^(a+)+$' } } },
      READS,
    ),
  ],
};

/** What the agent reads of it, in whichever home its version has for it. */
const told = ({ result, error }: RpcAnswer): string => {
  const [first] = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return error?.message ?? first?.text ?? '';
};

const UNFIT: readonly (readonly [JsonObject, string])[] = [
  [{ id: 5 }, '`id`: type "number" is invalid'],
  [{ id: 'x', count: 'many' }, '`count`: type "string" is invalid'],
  [{ id: 'x', payload: 'SMUGGLED' }, '`payload`: the tool does not take it'],
  [{}, 'does not have required property "id"'],
];

describe.each(SPEECH)('arguments by the schema of their tool, with an agent over %s', (_, speech) => {
  it(`${verifies('A61', 'what does not fit reaches no server and asks nobody, with path and reason told')}`, async () => {
    const place = await opened(0, { says });
    const agent = await place.agent(speech);
    for (const name of ['read_note', 'delete_note'])
      for (const [args, reason] of UNFIT) {
        const answer = await agent.call(name, args);
        expect(told(answer)).toContain(reason);
        if (speech.version < '2025-11-25') expect(answer.error?.code).toBe(-32602);
        else expect(answer.result).toMatchObject({ isError: true });
      }
    expect(await listPendingCalls(place)).toEqual([]);
    expect(place.upstream.calls()).toEqual([]);
    expect(place.upstream.bytes()).not.toContain('SMUGGLED');
    await agent.call('read_note', { id: 'x', count: 2 });
    expect(place.upstream.calls()).toEqual([{ name: 'read_note', arguments: { count: 2, id: 'x' } }]);
  });

  it(`${verifies('A61', 'a schema without an end is refused, and a pattern without one costs nothing')}`, async () => {
    const place = await opened(1, { says });
    const agent = await place.agent(speech);
    expect(told(await agent.call('circle', {}))).toContain('it refers to itself without end');
    expect(place.upstream.calls()).toEqual([]);
    const id = `${'a'.repeat(60)}!`;
    await agent.call('slow_pattern', { id });
    expect(place.upstream.calls()).toEqual([{ name: 'slow_pattern', arguments: { id } }]);
  });
});

it('a task is not made of arguments that do not fit', async () => {
  const place = await opened(0, { says });
  const [, speech] = SPEECH.find(([text]) => text === 'stdio 2025-11-25') ?? [];
  if (speech === undefined) throw new Error('nobody speaks');
  const agent = await place.agent(speech);
  const answer = await agent.request('tools/call', {
    name: 'read_note',
    arguments: { id: 5 },
    task: { ttl: 1000 },
  });
  expect(told(answer)).toContain('`id`: type "number" is invalid');
  const made = await agent.request('tools/call', {
    name: 'read_note',
    arguments: { id: 'x' },
    task: { ttl: 1000 },
  });
  expect(made.result).toHaveProperty('task');
});
