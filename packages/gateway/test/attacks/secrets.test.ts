import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RpcAnswer } from './agents.ts';
import { RECENT_PROTOCOLS, protocolText } from './agents.ts';
import type { Arena } from './arena.ts';
import { plantEverywhere, readEverything } from './planted-content.ts';
import { createArenaOpener } from './arena-opener.ts';
import { CANARIES } from './secrets.ts';
import { verifies } from './verifies.ts';

const opened = createArenaOpener();

const SPEECH = RECENT_PROTOCOLS.map((speech) => [protocolText(speech), speech] as const);
const textOf = (answer: RpcAnswer): string => JSON.stringify(answer);

const databaseOf = ({ at }: Arena): string =>
  ['callgate.db', 'callgate.db-wal']
    .map((name) => {
      try {
        return readFileSync(join(at.folder, name), 'latin1');
      } catch {
        return '';
      }
    })
    .join('');

describe.each(SPEECH)('what servers were given in confidence, with an agent over %s', (_, speech) => {
  const failing = async (
    behind: number,
    script: Parameters<Arena['upstream']['says']>[0],
  ): Promise<{ place: Arena; answer: RpcAnswer }> => {
    const place = await opened(behind);
    const agent = await place.agent(speech);
    place.upstream.says(script);
    const answer = await agent.call('read_note', { id: 'x' });
    place.upstream.says({});
    return { place, answer };
  };

  it('is not repeated where a server writes it to its standard error and ends', async () => {
    const { place, answer } = await failing(0, {
      lastWords: `cannot log in with ${CANARIES.serverEnvironment}`,
    });
    expect(textOf(answer)).not.toContain(CANARIES.serverEnvironment);
    expect(JSON.stringify(place.at.log)).not.toContain(CANARIES.serverEnvironment);
    expect(databaseOf(place)).not.toContain(CANARIES.serverEnvironment);
  });

  it('is not repeated where a server refuses with it in the body', async () => {
    const { place, answer } = await failing(2, { status: 401, answer: `bad token ${CANARIES.serverHeader}` });
    expect(textOf(answer)).not.toContain(CANARIES.serverHeader);
    expect(JSON.stringify(place.at.log)).not.toContain(CANARIES.serverHeader);
    expect(databaseOf(place)).not.toContain(CANARIES.serverHeader);
  });

  it('is not repeated where a server puts it into an error or a result', async () => {
    for (const answer of [
      `{"jsonrpc":"2.0","id":$ID,"error":{"code":-32000,"message":"bad token ${CANARIES.serverHeader}"}}`,
      `{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"you sent ${CANARIES.serverHeader}"}]}}`,
    ]) {
      const { place, answer: heard } = await failing(3, { answer });
      expect(textOf(heard)).not.toContain(CANARIES.serverHeader);
      expect(databaseOf(place)).not.toContain(CANARIES.serverHeader);
    }
  });
});

const SERVER_SECRET = CANARIES.serverHeader.replace('Bearer ', '');

/** A secret in other spellings, each of which has no byte in common with where it is looked for. */
const SPELLINGS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  reversed: (secret) => [...secret].toReversed().join(''),
  base64: (secret) => Buffer.from(`a ${secret} b`).toString('base64'),
  'base64 for urls': (secret) => Buffer.from(`ab ${secret} b`).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  percent: (secret) => [...secret].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
  'escapes in a text': (secret) =>
    [...secret].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join(''),
};

const withoutHidden = (text: string): string => text.replaceAll('[a secret of this server]', '');

describe.each(SPEECH)('a secret in other spellings, with an agent over %s', (_, speech) => {
  it.each(Object.entries(SPELLINGS))(
    `${verifies('A59', 'reaches no agent, log or database, from any home: %s')}`,
    async (_name, spelled) => {
      for (const [behind, secret] of [
        [1, CANARIES.serverEnvironment],
        [2, SERVER_SECRET],
      ] as const) {
        const text = spelled(secret);
        const planted = { members: { [text]: 'KEPT', note: text }, text, file: secret };
        const place = await opened(behind, { says: plantEverywhere(planted) });
        const agent = await place.agent(speech);
        const heard = await readEverything(place, agent, planted);
        const everything = [
          ...heard.map((message) => JSON.stringify(message)),
          JSON.stringify(place.at.log),
          databaseOf(place),
        ];
        const traces = [
          text,
          secret,
          JSON.stringify(text).slice(1, -1),
          Buffer.from(`?${secret}`).toString('base64'),
        ];
        for (const told of everything) for (const trace of traces) expect(told).not.toContain(trace);
        const [tools = '', , , , called = ''] = everything;
        expect(withoutHidden(tools)).toContain('Reads. ');
        expect(withoutHidden(called)).toContain('It says ');
        expect(called).toContain('KEPT');
      }
    },
  );

  it(`${verifies('A59', 'spelled with escapes of JSON on the wire reaches no agent and no database')}`, async () => {
    const escaped = [...SERVER_SECRET].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
    const place = await opened(3);
    const agent = await place.agent(speech);
    place.upstream.says({
      answer: `{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"you sent ${escaped}, thanks"}]}}`,
    });
    const heard = textOf(await agent.call('read_note', { id: 'x' }));
    expect(heard).toContain('you sent [a secret of this server], thanks');
    expect(heard).not.toContain(SERVER_SECRET);
    expect(databaseOf(place)).not.toContain(SERVER_SECRET);
  });

  it(`${verifies('A59', 'that a server cut off in its last words is not half told')}`, async () => {
    const place = await opened(0);
    const agent = await place.agent(speech);
    place.upstream.says({ lastWords: `${CANARIES.serverEnvironment}${'x'.repeat(390)}` });
    await agent.call('read_note', { id: 'x' });
    place.upstream.says({});
    const log = JSON.stringify(place.at.log);
    expect(log).toContain('UPSTREAM_LAST_WORDS');
    expect(log).not.toContain(CANARIES.serverEnvironment.slice(-10));
  });
});
