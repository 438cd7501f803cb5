import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { openAdapterLayout } from './adapter-layout.ts';
import { openHttpLayout } from './http-layout.ts';
import type { LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const SERVER: LayoutServer = {
  alias: 'app',
  trust: 'owned',
  tools: [
    {
      name: 'read_notes',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: 'wipe_notes',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
  ],
};

it('tools that a program runs itself are in `tools list` once they were called, with what is believed of them', async () => {
  const layout = await openAdapterLayout({ servers: [SERVER] });
  expect((await layout.callgate('tools')).out).toContain('No tools seen yet');
  expect((await layout.call('app', 'read_notes', { about: 'food' })).ran).toBe(true);
  const { out, err, code } = await layout.callgate('tools', '--json');
  expect([code, err]).toEqual([0, '']);
  expect(
    out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toMatchObject([
    {
      server: 'app',
      tool: 'read_notes',
      state: 'in-process',
      trust: 'owned',
      described: true,
      hints: { readOnly: { value: 'yes', ground: 'claim' } },
      outcomes: { plain: 'auto' },
    },
  ]);
  const listed = await layout.callgate('tools');
  expect(listed.out).toMatch(/app\/read_notes .*in process/);
  expect((await layout.callgate('explain', '--full', 'app/read_notes')).code).toBe(0);
  // nothing that an operator says here would reach the program
  const disable = await layout.callgate('review', '--disable', 'app/read_notes', '--reason', 'x');
  expect([disable.code, disable.err]).toEqual([1, expect.stringContaining('TOOL_UNKNOWN')]);
});

it('tools of a server are listed once, as the server defines them', async () => {
  const layout = await openHttpLayout({ servers: [SERVER] });
  expect((await layout.call('app', 'read_notes', { id: '1' })).ran).toBe(true);
  const { out } = await layout.callgate('tools', '--json');
  const rows = out
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(rows).toHaveLength(2);
  expect(rows).not.toContainEqual(expect.objectContaining({ state: 'in-process' }));
});
