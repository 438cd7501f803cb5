import type { JsonObject } from '@callgate/core';
import type { ManifestHints, Manifest } from '@callgate/manifest';
import { disclose } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GuardOptions } from '../src/index.ts';
import { FLOW_ORIGIN_KEY, IDEMPOTENCY_KEY } from '../src/index.ts';
import { codeOf, textOf } from './answers.ts';
import { YES, call, oneTool, shownMessage, stateCodec } from './modern-client.ts';

const inputSchema = { type: 'object', properties: { name: { type: 'string' } } };
const ASKED: ManifestHints = {
  readOnly: false,
  destructive: true,
  openWorld: false,
  requiresConfirmation: true,
};
const removing = (more: { readonly name?: string; readonly hints?: ManifestHints } = {}): Manifest =>
  disclose({
    ...(more.name === undefined ? {} : { name: more.name }),
    tools: [{ name: 'remove', inputSchema, hints: more.hints ?? ASKED }],
  });
const said = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });
const NONE: GuardOptions = { audit: 'none' };
const answering = (asked: JsonObject): JsonObject => ({ ...YES, requestState: asked['requestState'] ?? '' });
const isQuestion = (result: JsonObject): boolean => result['resultType'] === 'input_required';

const ADA = { token: 'token-of-ada', clientId: 'app', scopes: [], extra: { sub: 'ada' } };
const EVE = { token: 'token-of-eve', clientId: 'app', scopes: [], extra: { sub: 'eve' } };

describe('an approval', () => {
  it('of one server is none of another', async () => {
    const key = 'k'.repeat(32);
    const staging = oneTool(removing({ name: 'staging' }), { ...NONE, key }, () => said('staging'));
    const production = oneTool(
      removing({ name: 'production', hints: { ...ASKED, openWorld: true } }),
      { ...NONE, key },
      () => said('production'),
    );
    const asked = await call(staging, 'remove', { name: 'a' });
    const result = await call(production, 'remove', { name: 'a' }, { params: answering(asked) });
    expect(codeOf(result)).toBe('STATE_INVALID');
    expect(textOf(await call(staging, 'remove', { name: 'a' }, { params: answering(asked) }))).toBe(
      'staging',
    );
  });

  it('is asked for anew where the tool is declared as worse since', async () => {
    const key = 'k'.repeat(32);
    const before = oneTool(removing(), { ...NONE, key }, () => said('before'));
    const after = oneTool(removing({ hints: { ...ASKED, openWorld: true } }), { ...NONE, key }, () =>
      said('after'),
    );
    const asked = await call(before, 'remove', { name: 'a' });
    expect(isQuestion(await call(after, 'remove', { name: 'a' }, { params: answering(asked) }))).toBe(true);
  });

  it('is asked for anew where there is a reason that nobody was told of', async () => {
    const flow = [{ labels: ['untrusted'], then: 'ask', reason: 'OTHERS WROTE IT' }] as const;
    const server = oneTool(removing(), { ...NONE, flow }, () => said('ran'));
    const asked = await call(server, 'remove', { name: 'a' });
    const again = await call(
      server,
      'remove',
      { name: 'a' },
      { params: answering(asked), meta: { [FLOW_ORIGIN_KEY]: { labels: ['untrusted'] } } },
    );
    expect(isQuestion(again)).toBe(true);
    expect(shownMessage(again)).toContain('OTHERS WROTE IT');
  });

  it('of one person is none of another who uses the same client', async () => {
    const server = oneTool(removing(), NONE, () => said('ran'));
    const asked = await call(server, 'remove', { name: 'a' }, { auth: ADA });
    const result = await call(server, 'remove', { name: 'a' }, { auth: EVE, params: answering(asked) });
    expect(codeOf(result)).toBe('STATE_INVALID');
    const own = await call(server, 'remove', { name: 'a' }, { auth: ADA, params: answering(asked) });
    expect(textOf(own)).toBe('ran');
  });

  it('is too late in the millisecond of its end', async () => {
    let now = 1000;
    const server = oneTool(removing(), { ...NONE, clock: () => now, answerMs: 500 }, () => said('ran'));
    const asked = await call(server, 'remove', { name: 'a' });
    now = 1500;
    const result = await call(server, 'remove', { name: 'a' }, { params: answering(asked) });
    expect(codeOf(result)).toBe('NO_ANSWER');
  });

  it('needs a key that nobody guesses', () => {
    for (const key of ['', 'short', 'k'.repeat(31)])
      expect(oneTool(removing(), { ...NONE, key }, () => said('ran'))).toThrow(
        expect.objectContaining({ code: 'GUARD_KEY' }),
      );
  });
});

describe('a question', () => {
  const server = oneTool(removing(), NONE, () => said('ran'));

  it('shows the whole of long arguments', async () => {
    const name = `${'a'.repeat(3000)} DROP TABLE users; ${'b'.repeat(3000)}`;
    expect(shownMessage(await call(server, 'remove', { name }))).toContain(name);
  });

  it('is not put where the arguments are too long to be shown', async () => {
    expect(codeOf(await call(server, 'remove', { name: 'a'.repeat(60_000) }))).toBe('TOO_LONG_TO_ASK');
  });
});

describe('a server that checks its own states', () => {
  const codec = stateCodec({ key: 'k'.repeat(32) });
  const given = { requestState: { verify: codec.verify } };
  const config = { inputSchema: z.object({}) };
  const manifest = disclose({
    tools: [{ name: 'remove', inputSchema: { type: 'object', properties: {} }, hints: ASKED }],
  });

  it('can be asked for a person’s word, and has its own state back as it was made', async () => {
    const server = oneTool(
      manifest,
      NONE,
      async (_, context) => {
        const { mcpReq } = context as { mcpReq: { requestState(): unknown } };
        const state = mcpReq.requestState();
        if (state === undefined)
          return { resultType: 'input_required', requestState: await codec.mint({ step: 2 }) };
        return said(JSON.stringify(state));
      },
      config,
      given,
    );
    const asked = await call(server, 'remove', {});
    const second = await call(server, 'remove', {}, { params: answering(asked) });
    const third = await call(
      server,
      'remove',
      {},
      { params: { requestState: second['requestState'] ?? '' } },
    );
    expect(textOf(third)).toBe('{"step":2}');
  });

  it('does not take a state that is neither its own nor the guard’s', async () => {
    const server = oneTool(manifest, NONE, () => said('ran'), config, given);
    await expect(call(server, 'remove', {}, { params: { requestState: 'made up' } })).rejects.toThrow(
      'requestState',
    );
  });
});

describe('an idempotency key', () => {
  const paying = removing({ hints: { readOnly: false, openWorld: false } });
  const meta = { [IDEMPOTENCY_KEY]: '1' };
  const counting = (): { readonly server: () => object; readonly ran: () => number } => {
    let ran = 0;
    const options: GuardOptions = { audit: 'none' };
    return { server: oneTool(paying, options, () => said(`answer ${(ran += 1)}`)), ran: () => ran };
  };

  it('gives nobody the answer of another person who uses the same client', async () => {
    const { server } = counting();
    expect(textOf(await call(server, 'remove', {}, { auth: ADA, meta }))).toBe('answer 1');
    expect(textOf(await call(server, 'remove', {}, { auth: EVE, meta }))).toBe('answer 2');
    expect(textOf(await call(server, 'remove', {}, { auth: ADA, meta }))).toBe('answer 1');
  });

  it('is not remembered where callers cannot be told apart', async () => {
    const { server, ran } = counting();
    await call(server, 'remove', {}, { meta });
    await call(server, 'remove', {}, { meta });
    expect(ran()).toBe(2);
  });

  it('of one server is none of another that was made from the same manifest', async () => {
    const one = oneTool(paying, { audit: 'none' }, () => said('one'));
    const two = oneTool(paying, { audit: 'none' }, () => said('two'));
    await call(one, 'remove', {}, { auth: ADA, meta });
    expect(textOf(await call(two, 'remove', {}, { auth: ADA, meta }))).toBe('two');
  });
});
