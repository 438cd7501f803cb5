import { describe, expect, it } from 'vitest';
import type { ServerRow, ToolRow } from '../api/tools.ts';
import type { ToolFilter, ToolGrouping } from './tool-filter.ts';
import { NO_FILTER, filterTools, groupTools, hintOf, hasFilter, serverKey } from './tool-filter.ts';

const row = (tool: string, more: Partial<ToolRow> = {}): ToolRow => ({
  server: 's',
  identity: 'i',
  tool,
  exposed: `s__${tool}`,
  title: null,
  description: '',
  digest: '',
  hints: {},
  agentic: 'unknown',
  described: true,
  outcomes: { plain: 'auto', private: 'auto', untrusted: 'confirm', both: 'block' },
  reason: '',
  quarantine: null,
  drift: null,
  disabled: null,
  overridden: false,
  reviewed: false,
  sandbox: null,
  needs: null,
  conflicts: 0,
  malformed: 0,
  ...more,
});

const server = { server: 's', identity: 'i', trust: 'owned' } as ServerRow;
const SERVERS = new Map([[serverKey(server), server]]);
const ROWS = [
  row('read', { hints: { readOnly: { value: 'yes', ground: 'claim', claimed: 'yes' } } }),
  row('agent', { agentic: 'yes', description: 'Looks Around' }),
  row('off', {
    exposed: null,
    described: false,
    outcomes: { plain: 'block', private: 'block', untrusted: 'block', both: 'block' },
  }),
];

const names = (part: Partial<ToolFilter>): readonly string[] =>
  filterTools(ROWS, { ...NO_FILTER, ...part }, SERVERS, []).map(({ tool }) => tool);

describe('a filter of tools', () => {
  it('that says nothing lets all through', () => {
    expect(names({})).toEqual(['read', 'agent', 'off']);
    expect(hasFilter({ ...NO_FILTER, situation: 'both' })).toBe(false);
    expect(hasFilter({ ...NO_FILTER, kind: 'agents' })).toBe(true);
  });

  it('takes what nobody says anything about for the default', () => {
    const any = { value: 'any', ground: 'any', claimed: 'any' } as const;
    expect(hintOf(row('x'), 'destructive', [])).toEqual({
      value: 'yes',
      ground: 'default',
      claimed: 'unknown',
    });
    expect(names({ hints: [{ ...any, hint: 'readOnly', value: 'no' }] })).toEqual(['agent', 'off']);
    expect(names({ hints: [{ ...any, hint: 'readOnly', ground: 'claim' }] })).toEqual(['read']);
    expect(names({ hints: [{ ...any, hint: 'readOnly', claimed: 'unknown' }] })).toEqual(['agent', 'off']);
  });

  it('counts unknown agency as a utility', () => {
    expect(names({ kind: 'agents' })).toEqual(['agent']);
    expect(names({ kind: 'utilities' })).toEqual(['read', 'off']);
  });

  it('looks at the outcome in the session that is meant', () => {
    expect(names({ outcome: 'block' })).toEqual(['off']);
    expect(names({ outcome: 'block', situation: 'both' })).toEqual(['read', 'agent', 'off']);
  });

  it('needs every word, wherever it stands', () => {
    expect(names({ text: 'around s/agent' })).toEqual(['agent']);
    expect(names({ text: 'around read' })).toEqual([]);
  });

  it('knows trust and standing', () => {
    expect(names({ trust: 'untrusted' })).toEqual([]);
    expect(names({ trust: 'owned', standing: 'offered' })).toEqual(['read', 'agent']);
    expect(names({ standing: 'undescribed' })).toEqual(['off']);
  });
});

describe('tools that need review', () => {
  it('come with the most pressing first', () => {
    const rows = [row('new', { needs: 'new' }), row('fine'), row('loose', { needs: 'loosened' })];
    const found = filterTools(rows, { ...NO_FILTER, standing: 'needs-review' }, SERVERS, []);
    expect(found.map(({ tool }) => tool)).toEqual(['loose', 'new']);
  });
});

describe('groups of tools', () => {
  const heads = (grouping: ToolGrouping): readonly string[] =>
    groupTools(ROWS, { grouping, situation: 'untrusted', servers: SERVERS, custom: [] }).map(
      ({ name, rows }) => `${name} ${rows.length}`,
    );

  it('hold every tool once, in the order tools came', () => {
    expect(heads('none')).toEqual([' 3']);
    expect(heads('trust')).toEqual(['owned 3']);
    expect(heads('outcome')).toEqual(['confirm 2', 'block 1']);
    expect(heads('kind')).toEqual(['Utilities 2', 'Agents 1']);
    expect(heads('belief:readOnly')).toEqual(['readOnly: yes 1', 'readOnly: no 2']);
    expect(heads('ground:readOnly')).toEqual(['readOnly: claim 1', 'readOnly: default 2']);
  });
});
