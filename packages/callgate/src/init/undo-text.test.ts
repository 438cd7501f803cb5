import { expect, it } from 'vitest';
import type { Backup } from './backup.ts';
import { backupName, readBackupName, shortDigest } from './backup.ts';
import { wrapText } from './change-text.ts';
import { CLIENTS } from './clients.ts';
import { undoText } from './undo-text.ts';

const OWN = ['callgate'];
const client = CLIENTS.cursor;

const wrap = (text: string): string => wrapText(client, text, { own: OWN, isExcepted: () => false }).after;

/** The backup of a text that was wrapped in this minute. */
const backup = (text: string, minute: number): Backup => ({
  path: `/backup-${minute}`,
  stamp: `20260101T00${String(minute).padStart(2, '0')}00Z`,
  written: shortDigest(wrap(text)),
  text,
});

const undo = (
  text: string,
  backups: readonly Backup[],
  except: readonly string[] = [],
): ReturnType<typeof undoText> => undoText(client, text, { own: OWN, except: new Set(except), backups });

const ONE = '{"mcpServers":{"a":{"command":"x"}}}';

it('an unchanged file is restored from its backup, to the byte', () => {
  const undone = undo(wrap(ONE), [backup(ONE, 1)]);
  expect(undone).toMatchObject({ after: ONE, unwrapped: false, restored: [{ path: '/backup-1' }] });
  expect(undone.servers).toEqual([{ path: ['mcpServers', 'a'], name: 'a', action: 'changed' }]);
});

it('a file that was changed since is unwrapped in place', () => {
  const changed = wrap(ONE).replace('{"mcp', '{"new": true, "mcp');
  expect(undo(changed, [backup(ONE, 1)])).toMatchObject({
    after: '{"new": true, "mcpServers":{"a":{"command":"x", "args": []}}}',
    unwrapped: true,
    restored: [],
  });
});

it('a file without a backup is unwrapped in place', () => {
  expect(undo(wrap(ONE), [])).toMatchObject({
    unwrapped: true,
    restored: [],
    servers: [{ action: 'changed' }],
  });
});

it('backups are followed back as far as they lead', () => {
  const again = wrap(ONE).replace('}}}', '},"b":{"command":"y"}}}');
  const undone = undo(wrap(again), [backup(ONE, 1), backup(again, 2)]);
  expect(undone.restored.map(({ path }) => path)).toEqual(['/backup-2']);
  expect(undone.after).toBe('{"mcpServers":{"a":{"command":"x", "args": []},"b":{"command":"y"}}}');
});

it('of two backups of the same, the later one counts', () => {
  expect(undo(wrap(ONE), [backup(ONE, 2), backup(ONE, 1)]).restored[0]?.path).toBe('/backup-2');
});

it('a server that went through Callgate before stays so', () => {
  const before =
    '{"mcpServers":{"mine":{"command":"callgate","args":["run","--","z"]},"a":{"command":"x","args":[]}}}';
  const restored = undo(wrap(before), [backup(before, 1)]);
  expect(restored.after).toBe(before);
  const changed = undo(`${wrap(before)}\n`, [backup(before, 1)]);
  expect(changed.after).toBe(`${before}\n`);
  expect(changed.servers).toMatchObject([
    { name: 'mine', action: 'left' },
    { name: 'a', action: 'changed' },
  ]);
});

it('a server that is left out stays, and the others are unwrapped in place', () => {
  const before = '{"mcpServers":{"a":{"command":"x","args":[]},"b":{"command":"y","args":[]}}}';
  const undone = undo(wrap(before), [backup(before, 1)], ['a']);
  expect(undone.restored).toEqual([]);
  expect(undone.servers).toMatchObject([{ action: 'left', note: 'you left it out' }, { action: 'changed' }]);
});

it('the name of a backup says when it was made and what took its place', () => {
  const name = backupName('mcp.json', Date.UTC(2026, 2, 14, 9, 26, 53, 589), 'text');
  expect(name).toBe(`mcp.json.callgate-20260314T092653Z-${shortDigest('text')}.bak`);
  expect(readBackupName('mcp.json', name)).toEqual({
    stamp: '20260314T092653Z',
    written: shortDigest('text'),
  });
  for (const other of ['mcp.json', 'mcp.json.callgate-1.bak', `x${name}`, `${name}x`])
    expect(readBackupName('mcp.json', other)).toBeUndefined();
});
