import { describe, expect, it } from 'vitest';
import { SENDS, makeTracedTool } from '../../../test/make-traced-tool.ts';
import { isPrintedLink } from './read-page.ts';
import type { SeenResult } from './seen-result.ts';

const fetch = makeTracedTool('fetch_page', {
  annotations: { readOnlyHint: true, openWorldHint: true },
  properties: { url: { type: 'string' } },
});
const seen = (text: string, parts: Partial<SeenResult> = {}): SeenResult => ({
  call: 'c1',
  server: fetch.tool.server.name,
  tool: 'fetch_page',
  resource: 'page',
  origin: 'untrusted',
  private: 'none',
  directory: false,
  vouched: true,
  page: 'docs.example',
  whole: true,
  about: null,
  result: { content: [{ type: 'text', text }] },
  size: 0,
  ...parts,
});
const LINK = 'https://docs.example/a';

describe('a link on a page', () => {
  it.each([`see ${LINK}.`, `[a](${LINK})`, `${LINK}/b and ${LINK}`, `"${LINK}", more`])(
    'is printed by %s',
    (text) => {
      expect(isPrintedLink([seen(text)], fetch, LINK)).toBe(true);
    },
  );

  it.each([`${LINK}/b`, `${LINK}.html`, `${LINK}?x=1`, `x${LINK}`, 'docs.example/a', ''])(
    'is not printed by %s',
    (text) => {
      expect(isPrintedLink([seen(text)], fetch, LINK)).toBe(false);
    },
  );

  it('counts for reading, on a page of its host and server alone', () => {
    const { page: _, ...strange } = seen(LINK);
    expect(isPrintedLink([strange], fetch, LINK)).toBe(false);
    expect(isPrintedLink([seen(LINK, { page: 'other.example' })], fetch, LINK)).toBe(false);
    expect(isPrintedLink([seen(LINK, { server: 'other' })], fetch, LINK)).toBe(false);
    expect(isPrintedLink([seen('docs.example/a')], fetch, 'docs.example/a')).toBe(false);
    const post = makeTracedTool('post_page', { annotations: SENDS, properties: { url: { type: 'string' } } });
    expect(isPrintedLink([seen(LINK)], post, LINK)).toBe(false);
  });
});
