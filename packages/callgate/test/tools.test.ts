import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { ResidentCallgate, ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder as Folder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const DELETE = makeTool('delete', { annotations: { destructiveHint: true, openWorldHint: false } });
const AGENT = makeTool('agent', { annotations: { agencyHint: true, readOnlyHint: true } });
const HOSTILE = makeTool('hostile', {
  description: 'fine\u001b[2J\u202e',
  annotations: { sensitiveDataHint: 'maybe' },
});

const resident = new ResidentCallgate({ NO_COLOR: '1' });
afterAll(() => resident.stop());

/** A place whose commands run in one process, one after the other. */
class ToolsFolder extends Folder {
  run(...args: readonly string[]): Promise<CommandResult> {
    return resident.run(args, { env: { CALLGATE_HOME: this.home } });
  }
}

/** A place where one server was run once, under this alias. */
const ran = async (
  tools: readonly unknown[] = [makeTool('look'), DELETE, AGENT, HOSTILE],
): Promise<ToolsFolder> => {
  const place = new ToolsFolder(tools);
  await again(place);
  return place;
};

const again = async (place: ToolsFolder): Promise<readonly string[]> => {
  const session = place.start(['run', '--name', 'files', '--', ...place.server]);
  await session.hello();
  const names = await session.names();
  session.end();
  await session.ended;
  return names;
};

const rows = async (
  place: ToolsFolder,
  ...args: readonly string[]
): Promise<readonly Record<string, unknown>[]> => {
  const { out, err, code } = await place.run('tools', '--json', ...args);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line));
};

const names = async (place: ToolsFolder, ...args: readonly string[]): Promise<readonly unknown[]> =>
  (await rows(place, ...args)).map((row) => row['tool']);

describe('callgate tools', () => {
  it('lists what was seen, with outcomes, care and standing', async () => {
    const place = await ran();
    const { out, code } = await place.callgate('tools');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^files\/agent +CONFIRM +agent +acts as an agent +unreviewed, treated as destructive, not configured here$/m,
    );
    expect(out).toMatch(/^files\/delete +CONFIRM +can destroy +unreviewed/m);
    expect(out).toMatch(/^files\/hostile +CONFIRM +malformed claims, unreviewed/m);
    expect(out).toMatch(/^ {2}files {2}untrusted, 4 tools, 0 described, claims \d+ % of the basic hints/m);
    expect(out).toContain('4 tools. Show one with');
    expect(out).not.toContain('\u001b');
    expect(await rows(place)).toMatchObject([
      { server: 'files', tool: 'agent', agentic: 'yes', state: 'elsewhere', trust: 'untrusted' },
      { tool: 'delete', hints: { destructive: { value: 'yes', ground: 'claim', claimed: 'yes' } } },
      { tool: 'hostile', malformed: 1 },
      { tool: 'look' },
    ]);
  });

  it('filters and groups', async () => {
    const place = await ran();
    expect(await names(place, '--kind', 'agents')).toEqual(['agent']);
    expect(
      await names(place, '--kind', 'utilities', '--hint', 'destructive=yes', '--ground', 'destructive=claim'),
    ).toEqual(['delete']);
    expect(await names(place, '--claimed', 'readOnly=yes')).toEqual(['agent', 'look']);
    expect(await names(place, '--standing', 'malformed')).toEqual(['hostile']);
    expect(await names(place, '--outcome', 'block', '--policy', 'strict')).toHaveLength(4);
    expect(await names(place, '--text', 'does look')).toEqual(['look']);
    const { out } = await place.run('tools', '--group', 'belief:agency');
    expect(out).toMatch(/^agency: yes \(1\)\n {2}files\/agent/m);
    for (const [option, value] of [
      ['kind', 'agent'],
      ['hint', 'readOly=yes'],
      ['outcome', 'no'],
      ['group', 'x'],
    ]) {
      const { code, err } = await place.run('tools', `--${option}`, value ?? '');
      expect([code, err.split(':')[0]]).toEqual([1, 'error[OPTION_VALUE]']);
    }
    expect((await place.run('tools', '--server', 'fils')).err).toContain('SERVER_UNKNOWN');
  });

  it('judges as the configuration says where there is one, and remembers no trust for it', async () => {
    const place = new ToolsFolder([makeTool('look')]);
    const entry = { ...place.entry, trust: 'trusted' };
    const config = place.write(
      'mine.yaml',
      JSON.stringify({ policy: 'balanced', servers: { files: entry } }),
    );
    const session = place.start(['up', '-c', config, '--stdio', '--no-http']);
    await session.hello();
    await session.names();
    session.end();
    await session.ended;
    expect(await rows(place, '-c', config)).toMatchObject([
      { state: 'served', trust: 'trusted', outcomes: { plain: 'auto' } },
    ]);
    const changed = place.write(
      'other.yaml',
      JSON.stringify({ servers: { files: { ...entry, trust: 'owned' } } }),
    );
    const before = readdirSync(place.home).filter((name) => name.startsWith('trust'));
    expect(await rows(place, '-c', changed)).toMatchObject([{ trust: 'owned' }]);
    expect(readdirSync(place.home).filter((name) => name.startsWith('trust'))).toEqual(before);
    expect(await rows(place)).toMatchObject([{ state: 'elsewhere', trust: 'untrusted' }]);
  });

  it('shows one whole, with what happens and why, and nothing hidden', async () => {
    const place = await ran();
    const { out, code } = await place.run('explain', '--full', 'files/hostile', '--untrusted', 'known');
    expect(code).toBe(0);
    expect(out).toContain('fine⟦U+001B⟧[2J⟦U+202E⟧');
    expect(out).toContain('annotations.sensitiveDataHint: ');
    expect(out).toMatch(/^ {2}untrusted {2}confirm$/m);
    expect(out).toContain('Rules that count');
    expect(out).toContain('private data: none, untrusted content: known');
    const shown: Record<string, unknown> = JSON.parse(
      (await place.run('explain', '--full', 'files/delete', '--json', '--args', '{"to": "x"}')).out,
    );
    expect(shown).toMatchObject({ tool: 'delete', called: { outcome: 'confirm' } });
    const wrong = await place.run('explain', '--full', 'files/delte');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Did you mean `files/delete`?')]);
    expect((await place.run('explain', '--full', 'files')).err).toContain('ARGUMENT_SHAPE');
  });
});

describe('what an operator says by command', () => {
  it('disables and enables a tool, for a gateway that runs too, and is in the record', async () => {
    const place = await ran();
    const session = place.start(['run', '--name', 'files', '--', ...place.server]);
    await session.hello();
    expect(await session.names()).toContain('delete');
    const off = await place.run('review', '--disable', 'files/delete', '--reason', 'too much');
    expect([off.code, off.out]).toEqual([0, 'Disabled. Running gateways apply it within seconds\n']);
    await expect.poll(() => session.names(), { timeout: 20_000 }).not.toContain('delete');
    expect(await session.call('delete')).toContain('delete');
    expect(await names(place, '--standing', 'disabled')).toEqual(['delete']);
    await place.run('review', '--enable', 'files/delete', '--reason', 'after all');
    await expect.poll(() => session.names(), { timeout: 20_000 }).toContain('delete');
    session.end();
    await session.ended;
    const { out } = await place.run('audit', '--entries', '--json');
    expect(out).toContain('TOOL_DISABLED');
    expect(out).toContain('local disabled it: too much');
    expect((await place.run('audit', 'verify')).code).toBe(0);
  });

  it('asks about an agent before it is enabled', async () => {
    const place = await ran();
    await place.run('review', '--disable', 'files/agent', '--reason', 'x');
    const asked = await place.run('review', '--enable', 'files/agent', '--reason', 'x');
    expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('Add --agent if you know')]);
    expect(await names(place, '--standing', 'disabled')).toEqual(['agent']);
    expect((await place.run('review', '--enable', 'files/agent', '--reason', 'x', '--agent')).code).toBe(0);
    expect(await names(place, '--standing', 'disabled')).toEqual([]);
  });

  it('overrides and reviews, and takes it back', async () => {
    const place = await ran();
    const say = (...args: readonly string[]): Promise<CommandResult> =>
      place.run('review', ...args, 'files/delete', '--reason', 'looked at it');
    expect((await say('--override', '--set', 'destructive=no,readOnly=no,openWorld=no')).code).toBe(0);
    expect(await rows(place, '--text', 'delete')).toMatchObject([
      {
        overridden: true,
        hints: { destructive: { value: 'no', ground: 'operator' } },
        outcomes: { plain: 'auto' },
      },
    ]);
    expect((await say('--override', '--clear')).code).toBe(0);
    expect((await say('--override', '--clear')).err).toContain('TOOL_NOTHING');
    const unseen = await say('--set', 'readOnly=yes');
    expect([unseen.code, unseen.out]).toEqual([1, expect.stringContaining('"destructiveHint": true')]);
    const digest = /digest (sha256:\S+)/.exec(unseen.out)?.[1] ?? '';
    expect((await say('--set', 'readOnly=yes,destructive=no,openWorld=no', '--digest', digest)).code).toBe(0);
    expect(await rows(place, '--text', 'delete')).toMatchObject([{ reviewed: true, described: true }]);
    expect((await say('--set', 'readOnly=yes', '--digest', `sha256:${'0'.repeat(64)}`)).err).toContain(
      'TOOL_CHANGED',
    );
    expect((await say('--clear')).code).toBe(0);
    expect((await say('--override', '--set', 'destrctive=no')).err).toContain('Did you mean `destructive`');
    expect((await place.run('review', '--override', 'files/delete', '--set', 'agency=no')).err).toContain(
      '--reason is required',
    );
  });

  it('accepts what changed as it was looked at, or keeps it out', async () => {
    const place = await ran();
    const harmless = { ...DELETE, annotations: { readOnlyHint: true, openWorldHint: false } };
    place.setTools([makeTool('look'), harmless]);
    expect(await again(place)).toEqual(['delete', 'look']);
    const shown = await place.run('review', '--accept', '--change-only', 'files/delete', '--reason', 'x');
    expect([shown.code, shown.out.split('\n')[0]]).toEqual([1, expect.stringContaining('LOOSENED')]);
    const digest = /digest (sha256:\S+)/.exec(shown.out)?.[1] ?? '';
    const looked = ['files/delete', '--reason', 'looked', '--digest', digest];
    expect((await place.run('review', '--keep-out', '--change-only', ...looked)).code).toBe(0);
    expect(await again(place)).toEqual(['look']);
    expect((await place.run('review', '--enable', 'files/delete', '--reason', 'x')).code).toBe(0);
    expect((await place.run('review', '--accept', '--change-only', ...looked)).code).toBe(0);
    expect(await rows(place, '--text', 'delete')).toMatchObject([{ drift: null, quarantine: null }]);
    expect((await place.run('review', '--accept', '--change-only', ...looked)).err).toContain(
      'TOOL_UNCHANGED',
    );
  });

  it('is not done where it cannot be read or recorded', async () => {
    const place = await ran();
    expect((await place.run('review', '--disable', 'files/look', '--reason', 'x')).code).toBe(0);
    const name = readdirSync(place.home).find((each) => each.startsWith('operator.')) ?? '';
    const text = readFileSync(join(place.home, name), 'utf8');
    writeFileSync(join(place.home, name), text.slice(5));
    const enable = await place.run('review', '--enable', 'files/look', '--reason', 'x');
    expect([enable.code, enable.err]).toEqual([1, expect.stringContaining('OPERATOR_DAMAGED')]);
    expect(await again(place)).toEqual([]);
    expect((await place.run('tools')).out).toContain('it is unknown which are disabled');
  });
});
