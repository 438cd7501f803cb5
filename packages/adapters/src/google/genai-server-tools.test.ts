import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { openGate, statesOf, who } from '../../test/conversation.ts';
import { contextName } from '../host/host.ts';
import { GOOGLE_TOOLS, catalogueOf, reportServerTools } from './index.ts';

const open = (): Promise<Gate> =>
  openGate({}, { catalogue: catalogueOf(GOOGLE_TOOLS, { server: 'google', trust: 'trusted' }) });

const untrustedIn = async (gate: Gate): Promise<string> =>
  (await gate.session(contextName(who))).labels.untrusted.strength;

describe('what Google ran by itself', () => {
  it.each([
    ['a search', { groundingMetadata: { webSearchQueries: ['rome'] } }, 'google_search done'],
    ['what a search found', { groundingMetadata: { groundingChunks: [{ web: {} }] } }, 'google_search done'],
    [
      'a page',
      { urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://a.example' }] } },
      'url_context done',
    ],
  ])('is recorded and makes the session untrusted: %s', async (_, candidate, state) => {
    const gate = await open();
    expect(await reportServerTools(gate, who, { candidates: [candidate] })).toBe(1);
    expect(await statesOf(gate)).toEqual([state]);
    expect(await untrustedIn(gate)).not.toBe('none');
  });

  it('is recorded with its result where that is shown', async () => {
    const gate = await open();
    const parts = [
      { executableCode: { code: 'print(1)' } },
      { codeExecutionResult: { output: '1' } },
      { executableCode: { code: 'print(2)' } },
    ];
    expect(await reportServerTools(gate, who, { candidates: [{ content: { parts } }] })).toBe(2);
    expect(await statesOf(gate)).toEqual(['code_execution done', 'code_execution done']);
  });

  it('is nothing where the model only spoke', async () => {
    const gate = await open();
    const candidates = [{ content: { parts: [{ text: 'hello' }] }, groundingMetadata: {} }];
    expect(await reportServerTools(gate, who, { candidates })).toBe(0);
    expect(await reportServerTools(gate, who, {})).toBe(0);
  });

  it('ends the turn if nobody has described it', async () => {
    const gate = await open();
    const candidates = [{ content: { parts: [{ toolCall: { toolType: 'GOOGLE_MAPS', args: {} } }] } }];
    await expect(reportServerTools(gate, who, { candidates })).rejects.toMatchObject({
      code: 'PROVIDER_RAN_IT',
    });
    expect(await statesOf(gate)).toEqual(['google_maps done']);
    expect(await reportServerTools(gate, who, { candidates }, { unwanted: 'tell' })).toBe(1);
  });
});
