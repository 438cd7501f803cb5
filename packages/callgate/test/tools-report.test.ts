import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { ResidentCallgate, ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder as Folder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const FORMULA = '=HYPERLINK("https://evil.example","x")';
const MARKUP = '<img src=x onerror=alert(1)> [go](javascript:x) | \u202e`@team`';

const DELETE = makeTool('delete', { annotations: { destructiveHint: true, openWorldHint: false } });
const HOSTILE = makeTool('hostile', { title: FORMULA, description: MARKUP });
const LOUD = makeTool('loud', { title: MARKUP });

const resident = new ResidentCallgate({ NO_COLOR: '1' });
afterAll(() => resident.stop());

class ToolsReportFolder extends Folder {
  readonly config: string;

  constructor() {
    super([makeTool('look'), DELETE, HOSTILE, LOUD]);
    const servers = { files: { ...this.entry, trust: 'trusted' } };
    this.config = this.write('mine.yaml', JSON.stringify({ policy: 'balanced', servers }));
  }

  run(...args: readonly string[]): Promise<CommandResult> {
    return resident.run(args, { env: { CALLGATE_HOME: this.home } });
  }
}

const report = async (place: ToolsReportFolder, ...args: readonly string[]): Promise<string> => {
  const { out, err, code } = await place.run('tools', '-c', place.config, '--report', ...args);
  expect([code, err]).toEqual([0, '']);
  return out;
};

/** A place where one tool ran twice, and a person said no to another. */
const used = async (): Promise<ToolsReportFolder> => {
  const place = new ToolsReportFolder();
  const session = place.start(['up', '-c', place.config, '--stdio', '--no-http']);
  await session.hello();
  await session.names();
  const prefix = (await session.names()).find((name) => name.endsWith('look'))?.slice(0, -4) ?? '';
  await session.call(`${prefix}look`);
  await session.call(`${prefix}look`);
  const deleting = session.call(`${prefix}delete`, { to: 'everything' });
  let waiting = '';
  await expect
    .poll(async () => {
      const { out } = await place.run('inbox', '--json');
      waiting = /"call": ?"([^"]+)"|"id": ?"([^"]+)"/.exec(out)?.slice(1).find(Boolean) ?? '';
      return waiting;
    })
    .not.toBe('');
  expect((await place.run('deny', waiting, '--reason', 'no')).code).toBe(0);
  await deleting;
  session.end();
  await session.ended;
  return place;
};

const CELL = /"((?:[^"]|"")*)"|([^,"]+)|(?<=,|^)(?=,|$)/g;

const parsed = (line: string): readonly string[] =>
  [...line.matchAll(CELL)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');

const csvRows = (text: string): readonly Readonly<Record<string, string>>[] => {
  const [head = '', ...lines] = text.split('\r\n').filter((line) => line !== '');
  const names = parsed(head);
  return lines.map((line) => {
    const cells = parsed(line);
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
};

describe('callgate tools --report', () => {
  it('has every tool with its classification, who reviewed it, what is decided and how it was used', async () => {
    const place = await used();
    const { out } = await place.run(
      'tools',
      'review',
      'files/delete',
      '-c',
      place.config,
      '--set',
      'readOnly=no',
      '--reason',
      'read the source',
    );
    const digest = /digest (sha256:\S+)/.exec(out)?.[1] ?? '';
    const said = await place.run(
      'tools',
      'review',
      'files/delete',
      '-c',
      place.config,
      '--digest',
      digest,
      '--set',
      'readOnly=no,destructive=yes,openWorld=no',
      '--reason',
      'read the source',
    );
    expect(said.code).toBe(0);
    await place.run('review', '--disable', 'files/loud', '-c', place.config, '--reason', 'too loud');
    const rows = csvRows(await report(place, 'csv'));
    expect(rows.map(({ tool: name }) => name)).toEqual(['delete', 'hostile', 'look', 'loud']);
    expect(rows[0]).toMatchObject({
      server: 'files',
      'trust of the server': 'trusted',
      'agents can call it': 'yes',
      readOnly: 'no (review)',
      destructive: 'yes (review)',
      'reviewed by': 'local',
      'reviewed at': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      'reason of the review': 'read the source',
      policy: 'balanced',
      'outcome (plain)': 'confirm',
      'last use': '',
      calls: '1',
      ran: '0',
      asked: '1',
      refused: '1',
      blocked: '0',
      definition: digest,
    });
    expect(rows[2]).toMatchObject({
      readOnly: 'yes (claim)',
      'outcome (plain)': 'auto',
      'reviewed by': '',
      'last use': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      calls: '2',
      ran: '2',
      asked: '0',
    });
    expect(rows[3]).toMatchObject({
      'agents can call it': 'no',
      standing: expect.stringMatching(/disabled/),
    });
    const later = csvRows(await report(place, 'csv', '--since', '2999-01-01'));
    expect(later[2]).toMatchObject({ calls: '0', 'last use': '' });
    const markdown = await report(place);
    expect(markdown).toMatch(
      /^\| `delete` \| yes \|.*review by local, \d{4}-\d\d-\d\d: read the source \| confirm \|/m,
    );
    expect(markdown).toContain('Agents can call 3 of 4 known tools; 1 of those (33 %) have a review');
    expect(await report(place, 'csv', '--server', 'files', '--outcome', 'auto')).not.toContain('"delete"');
  });

  it('hands no formula to a spreadsheet and no markup to a page', async () => {
    const place = await used();
    const csv = await report(place, 'csv');
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`);
    for (const row of csvRows(csv))
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@\t]/);
    const html = await report(place, 'html');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('\u202e');
    expect(html).not.toMatch(/<script|<link|src=["']|url\(/);
    expect(csv + html).not.toContain('\u202e');
  });

  it('goes to a file for its owner alone, in the form its name tells', async () => {
    const place = await used();
    const path = join(place.folder, 'tools.csv');
    expect(await report(place, '-o', path)).toBe('');
    expect(readFileSync(path, 'utf8')).toMatch(/^"server","tool",.*\r\n/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await report(place, 'markdown', '--out', path);
    expect(readFileSync(path, 'utf8')).toMatch(/^# Tools that agents can reach\n/);
  });

  it('says what it cannot do', async () => {
    const place = new ToolsReportFolder();
    for (const [args, told] of [
      [['--report', 'cvs'], 'Did you mean `csv`?'],
      [['--out', 'x.csv'], 'Add --report'],
      [['--report', 'csv', '--json'], 'not both'],
      [['--report', 'csv', '--since', 'yesterday'], 'is not a valid time'],
    ] as const) {
      const { code, err } = await place.run('tools', ...args);
      expect([code, err]).toEqual([1, expect.stringContaining(told)]);
    }
    expect((await place.run('tools', '--report')).out).toContain('There is no audit log yet');
  });
});
