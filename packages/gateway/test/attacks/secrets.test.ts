import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Answered } from './agents.ts';
import { FOUR, speechText } from './agents.ts';
import type { Arena } from './arena.ts';
import { opener } from './opened.ts';
import { CANARIES } from './secrets.ts';

const opened = opener();

const SPEECH = FOUR.map((speech) => [speechText(speech), speech] as const);
const textOf = (answer: Answered): string => JSON.stringify(answer);

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
  ): Promise<{ place: Arena; answer: Answered }> => {
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
