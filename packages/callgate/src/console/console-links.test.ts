import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redeemConsoleLink, createConsoleLink } from './console-links.ts';

let run = '';

beforeEach(() => {
  run = mkdtempSync(join(tmpdir(), 'callgate-links-'));
});
afterEach(() => rmSync(run, { recursive: true }));

const MINUTE_MS = 60_000;
const linksIn = (): readonly string[] => readdirSync(join(run, 'console-links'));

describe('a link that the command line made', () => {
  it('is for one person at one console, once', () => {
    const now = Date.now();
    const code = createConsoleLink(run, 'here', 'ann', now);
    expect(redeemConsoleLink(run, 'here', code, now)).toBe('ann');
    expect(redeemConsoleLink(run, 'here', code, now)).toBeUndefined();
    expect(linksIn()).toEqual([]);
  });

  it('means nothing to another console, and is over once it was tried there', () => {
    const code = createConsoleLink(run, 'here', 'ann', Date.now());
    expect(redeemConsoleLink(run, 'there', code, Date.now())).toBeUndefined();
    expect(redeemConsoleLink(run, 'here', code, Date.now())).toBeUndefined();
  });

  it('is over after ten minutes', () => {
    const now = Date.now();
    const [early, late] = [
      createConsoleLink(run, 'here', 'ann', now),
      createConsoleLink(run, 'here', 'ann', now),
    ];
    expect(redeemConsoleLink(run, 'here', early, now + 10 * MINUTE_MS - 1)).toBe('ann');
    expect(redeemConsoleLink(run, 'here', late, now + 10 * MINUTE_MS)).toBeUndefined();
  });

  it('leaves no code behind, and nothing that others can read', () => {
    const code = createConsoleLink(run, 'here', 'ann', Date.now());
    const [name = ''] = linksIn();
    expect(name + readFileSync(join(run, 'console-links', name), 'utf8')).not.toContain(code);
  });

  it('is no path: what is not a code of ours is looked for nowhere else', () => {
    createConsoleLink(run, 'here', 'ann', Date.now());
    for (const code of ['../x', '/etc/passwd', '', '\0', linksIn()[0] ?? ''])
      expect(redeemConsoleLink(run, 'here', code, Date.now())).toBeUndefined();
    expect(linksIn()).toHaveLength(1);
    expect(existsSync('/etc/passwd')).toBe(true);
  });

  it('is neither made nor taken in a folder that others can enter', () => {
    const code = createConsoleLink(run, 'here', 'ann', Date.now());
    chmodSync(run, 0o755);
    const refused = expect.objectContaining({ code: 'CONSOLE_FOLDER' });
    expect(() => createConsoleLink(run, 'here', 'ann', Date.now())).toThrow(refused);
    expect(() => redeemConsoleLink(run, 'here', code, Date.now())).toThrow(refused);
  });
});
