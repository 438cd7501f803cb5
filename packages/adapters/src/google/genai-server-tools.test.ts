import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { openGate, statesOf, who } from '../../test/conversation.ts';
import { contextName } from '../host/host-options.ts';
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

  it.each([
    ['GOOGLE_SEARCH_WEB', 'google_search done'],
    ['GOOGLE_SEARCH_IMAGE', 'google_search done'],
    ['GOOGLE_MAPS', 'google_maps done'],
    ['FILE_SEARCH', 'file_search done'],
    ['URL_CONTEXT', 'url_context done'],
  ])('is recorded once, by the name it has in the catalogue: %s', async (toolType, state) => {
    const gate = await open();
    const candidate = {
      content: {
        parts: [
          { toolCall: { id: 'x', toolType, args: { queries: ['rome'] } } },
          { toolResponse: { id: 'x', toolType, response: { found: 'it' } } },
        ],
      },
      ...(toolType === 'URL_CONTEXT'
        ? { urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://a.example' }] } }
        : { groundingMetadata: { webSearchQueries: ['rome'] } }),
    };
    expect(await reportServerTools(gate, who, { candidates: [candidate] })).toBe(1);
    expect(await statesOf(gate)).toEqual([state]);
  });

  it('is recorded with the result of its own id', async () => {
    const gate = await open();
    const toolType = 'FILE_SEARCH';
    const parts = [
      { toolCall: { id: 'a', toolType, args: { query: 'first' } } },
      { toolCall: { id: 'b', toolType, args: { query: 'second' } } },
      { toolResponse: { id: 'b', toolType, response: { found: 'of b' } } },
    ];
    await reportServerTools(gate, who, { candidates: [{ content: { parts } }] });
    const rows = await gate.desk.read.rows(1, 100);
    const results = rows
      .map(({ bytes }) => new TextDecoder().decode(bytes))
      .filter((row) => row.includes('resultSeen') || row.includes('of b'));
    expect(results.map((row) => row.includes('of b'))).toEqual([false, true]);
  });

  it('is nothing where the model only spoke', async () => {
    const gate = await open();
    const candidates = [{ content: { parts: [{ text: 'hello' }] }, groundingMetadata: {} }];
    expect(await reportServerTools(gate, who, { candidates })).toBe(0);
    expect(await reportServerTools(gate, who, {})).toBe(0);
  });

  it('ends the turn if nobody has described it', async () => {
    const gate = await open();
    const candidates = [{ content: { parts: [{ toolCall: { toolType: 'NEW_TOOL', args: {} } }] } }];
    await expect(reportServerTools(gate, who, { candidates })).rejects.toMatchObject({
      code: 'PROVIDER_RAN_IT',
    });
    expect(await statesOf(gate)).toEqual(['new_tool done']);
    expect(await reportServerTools(gate, who, { candidates }, { unwanted: 'tell' })).toBe(1);
  });
});
