import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { EVERY_LAYOUT, LAYOUTS } from './every-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import type { LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const NOTES: LayoutServer = {
  alias: 'notes',
  trust: 'owned',
  tools: [
    {
      name: 'read_note',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: 'delete_note',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
  ],
  texts: { read_note: 'buy bread' },
};

describe.each(EVERY_LAYOUT)('the layout %s', (name) => {
  it('runs a described read and holds a deletion', async () => {
    const layout = await LAYOUTS[name]({
      servers: [NOTES, { ...NOTES, alias: 'more' }],
      startsHooks: true,
    });
    expect(await layout.call('notes', 'read_note', { id: '1' })).toMatchObject({
      ran: true,
      isError: false,
      text: 'buy bread',
    });
    expect(await layout.call('more', 'delete_note', { id: '1' })).toMatchObject({ ran: false });
    expect(layout.received('more')).toEqual([]);
    expect(layout.received('notes')).toMatchObject([{ name: 'read_note', arguments: { id: '1' } }]);
    expect((await layout.callgate('audit', '--entries')).out).toContain('delete_note');
  });
});

it.each([true, undefined])(
  'the layout hooks hears the tools of the host, started: %s',
  async (startsHooks) => {
    const layout = await openHooksLayout({ servers: [NOTES], ...(startsHooks && { startsHooks }) });
    await layout.say('List the files here');
    expect(await layout.hostTool('Glob', { pattern: '*' }, 'a.txt')).toMatchObject({ decision: 'pass' });
    expect(await layout.hostTool('Bash', { command: 'rm -rf /' })).toMatchObject({ decision: 'ask' });
  },
);
