import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { EVERY_LAYOUT, LAYOUTS } from './every-layout.ts';
import type { LayoutServer, LayoutTool } from './layout.ts';

beforeAll(ensureBuilt);

const tool = (name: string, annotations: object, meta: object = {}): LayoutTool => ({
  name,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false, ...annotations },
  _meta: { ...meta },
});

const UNDO = { 'dev.callgate/undo': 'restore' };

const FILES: LayoutServer = {
  alias: 'files',
  trust: 'owned',
  tools: [
    tool('trash', { reversibleHint: true, requiresConfirmation: true }, UNDO),
    tool('archive', { reversibleHint: true, requiresConfirmation: true }),
    tool('touch', { reversibleHint: true }, UNDO),
    tool('restore', { reversibleHint: true }),
  ],
};

const STRANGE: LayoutServer = { ...FILES, alias: 'strange', trust: 'untrusted' };

describe.each(EVERY_LAYOUT)('whether a call can be undone, in the layout %s', (name) => {
  it('is told with who says so and by which tool, and nothing is promised', async () => {
    const layout = await LAYOUTS[name]({ servers: [FILES, STRANGE] });
    const held = async (server: string, called: string): Promise<string> => {
      const { text, ran } = await layout.call(server, called, { path: 'a' });
      expect(ran).toBe(false);
      const { out } = await layout.callgate('inbox', '--json');
      const waiting = out
        .trimEnd()
        .split('\n')
        .map(
          (line) =>
            JSON.parse(line) as { readonly id: string; readonly server: string; readonly target: string },
        );
      const id = waiting.find((call) => call.server === server && call.target === called)?.id ?? '';
      return `${text}\n${(await layout.callgate('inbox', id)).out}`;
    };
    const trusted = await held('files', 'trash');
    expect(trusted).toContain('Undo: Can be undone, according to the tool. To undo, call `restore`\n');
    const unnamed = await held('files', 'archive');
    expect(unnamed).toContain('Undo: Can be undone, according to the tool\n');
    const untrusted = await held('strange', 'trash');
    expect(untrusted).toContain('Undo: The server, which is not trusted, says: to undo, call `restore`');
    expect(untrusted).not.toContain('Can be undone, according to the tool');
    for (const text of [trusted, unnamed, untrusted]) expect(text).not.toMatch(/offer/);
    // the neighbour that needs nobody runs, and so does the tool that was named
    expect(await layout.call('files', 'touch', { path: 'a' })).toMatchObject({ ran: true });
    expect(await layout.call('files', 'restore', { path: 'a' })).toMatchObject({ ran: true });
  });
});
