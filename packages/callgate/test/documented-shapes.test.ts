import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readShape, shapeProblems } from './fixtures/documented-shape.ts';
import { ROOT, runCallgate, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

/** The shape in a page that begins like this. */
const shapeIn = (page: string, begins: string): ReturnType<typeof readShape> => {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const written = [...text.matchAll(/`(\{[^`]+\})`/g)].map(([, shape = '']) => shape);
  const found = written.find((shape) => shape.startsWith(begins));
  if (found === undefined) throw new Error(`${page} has no shape ${begins}`);
  return readShape(found);
};

const TOOLS = {
  tools: [
    {
      ...makeTool('trash', { annotations: { readOnlyHint: false } }),
      _meta: { 'dev.callgate/undo': 'look' },
    },
    makeTool('look'),
  ],
};

const linesOf = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('what a page says that a command writes as JSON', () => {
  it.each(['trash', 'look'])('is what explain writes of %s', async (name) => {
    const catalogue = fileWith(JSON.stringify(TOOLS));
    const { out } = await runCallgate([
      'explain',
      `--catalogue=${catalogue}`,
      '--server=s',
      `--tool=${name}`,
      '--trust=owned',
      '--json',
    ]);
    expect(shapeProblems(shapeIn('command-line.md', '{outcome, mode'), JSON.parse(out))).toEqual([]);
  });

  it('is what explain answers to a line that cannot be read', async () => {
    const { out } = await runCallgate(['explain', '--batch'], '{"nonsense": 1}\n');
    const shape = shapeIn('command-line.md', '{"outcome": "block"');
    expect(linesOf(out).flatMap((line) => shapeProblems(shape, line))).toEqual([]);
  });

  it('is what scan writes', async () => {
    const saved = fileWith(JSON.stringify(TOOLS));
    const { out } = await runCallgate(['scan', '--tools', saved, '--json']);
    expect(shapeProblems(shapeIn('scan.md', '{v, servers'), JSON.parse(out))).toEqual([]);
  });

  it('is what init writes', async () => {
    const place = new GatewayFolder();
    const home = mkdtempSync(join(tmpdir(), 'callgate-shapes-'));
    mkdirSync(join(home, '.cursor'));
    writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { a: { command: 'x' } } }));
    mkdirSync(join(home, '.gemini'));
    writeFileSync(join(home, '.gemini/settings.json'), '{');
    const session = place.start(['init', '--json', '--dry-run'], { HOME: home });
    session.end();
    await session.ended;
    const written = JSON.parse(session.out) as { files: unknown[]; problems: unknown[] };
    expect([written.files.length, written.problems.length]).toEqual([1, 1]);
    expect(shapeProblems(shapeIn('init.md', '{undo, command'), written)).toEqual([]);
  });

  it('is what run tells the operator, and what replay --audit writes of what it recorded', async () => {
    const place = new GatewayFolder([
      makeTool('look'),
      makeTool('a\u0007b'),
      makeTool('drop', { annotations: {} }),
    ]);
    const client = place.start(['run', '--trust', 'owned', '--', ...place.server]);
    await client.hello();
    await client.names();
    await client.call('look');
    client.end();
    await client.ended;
    const log = shapeIn('command-line.md', '{time, level');
    expect(linesOf(client.err).flatMap((line) => shapeProblems(log, line))).toEqual([]);
    const database = join(place.home, 'callgate.db');
    const { out } = await place.callgate('replay', '--audit', database, '--policy', 'strict', '--json');
    const summary = linesOf(out).at(-1);
    expect(shapeProblems(shapeIn('command-line.md', '{type: "summary"'), summary)).toEqual([]);
    const changed = linesOf(out).slice(0, -1);
    const shape = shapeIn('command-line.md', '{type: "changed"');
    expect(changed.flatMap((line) => shapeProblems(shape, line))).toEqual([]);
  });

  it('and is not so is found', () => {
    const shape = readShape('{a, b: [{c}], d?, e: {f, …}}');
    expect(shapeProblems(shape, { a: 1, b: [{ c: 1 }], e: { f: 1, g: 2 } })).toEqual([]);
    expect(shapeProblems(shape, { b: [{ x: 1 }], e: {}, z: 1 })).toEqual([
      '.a is missing',
      '.z is not in the page',
      '.b[0].c is missing',
      '.b[0].x is not in the page',
      '.e.f is missing',
    ]);
  });
});
