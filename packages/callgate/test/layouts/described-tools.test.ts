import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { EVERY_LAYOUT, LAYOUTS } from './every-layout.ts';
import type { LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

/** The manifest that the side-effect disclosure specification gives as its example. */
const CALENDAR: LayoutServer = {
  alias: 'calendar',
  trust: 'trusted',
  tools: [
    {
      name: 'read_calendar',
      description: "Read events from the user's calendar.",
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    {
      name: 'delete_calendar_event',
      description: 'Delete a calendar event by id.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { destructiveHint: true, idempotentHint: false, requiresConfirmation: true },
    },
  ],
};

describe.each(EVERY_LAYOUT)('in the layout %s, under strict', (name) => {
  it('a destructive hint of a trusted server describes its tool: the call waits for approval', async () => {
    const layout = await LAYOUTS[name]({ servers: [CALENDAR], policy: 'strict' });
    expect(await layout.call('calendar', 'read_calendar', {})).toMatchObject({ ran: true });
    expect(await layout.call('calendar', 'delete_calendar_event', { id: '7' })).toMatchObject({ ran: false });
    const { out } = await layout.callgate('audit', '--entries');
    expect(out).toMatch(
      /held +calendar\/delete_calendar_event .*confirm by write, destroys, asks-for-confirmation/,
    );
    expect(out).not.toContain('undescribed');
  });
});
