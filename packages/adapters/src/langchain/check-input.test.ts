import * as z from 'zod';
import * as z3 from 'zod/v3';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { expect, it } from 'vitest';
import { checkInput } from './policy-middleware.ts';

const refusals = async (schema: unknown, args: unknown): Promise<readonly unknown[]> => {
  const told: unknown[] = [];
  const gate = { refused: async (what: object) => void told.push(what) } as unknown as Gate;
  const who = { principal: LOCAL_PRINCIPAL, context: 'c' };
  await checkInput(gate, who, 'send', schema, args).catch((error: unknown) => told.push(error));
  return told;
};

it.each([
  ['Zod 4', z.object({ count: z.number() })],
  ['Zod 3', z3.object({ count: z3.number() })],
  ['a check that throws', { '~standard': { validate: () => Promise.reject(new Error('no')) } }],
])('refuses what a schema of %s does not take, before anybody is asked', async (_, schema) => {
  expect(await refusals(schema, { count: 'many' })).toMatchObject([
    { code: 'ARGUMENTS_INVALID', message: 'Tool send does not take these arguments' },
    { code: 'ARGUMENTS_INVALID', message: 'Not run: Tool send does not take these arguments' },
  ]);
});

it.each([
  ['what it takes', z.object({ count: z.number() }), { count: 1 }],
  ['what it makes into something else', z.object({ count: z.coerce.number() }), { count: '1' }],
  ['what it completes', z.object({ count: z.number().default(1) }), {}],
  ['what JSON Schema describes: the gate checks that', { type: 'object', required: ['count'] }, {}],
])('leaves to the tool %s', async (_, schema, args) => {
  expect(await refusals(schema, args)).toEqual([]);
});
