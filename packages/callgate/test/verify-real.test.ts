import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installed } from '../../../material/install.ts';
import { canVerify } from './can-verify.ts';
import { BIN, ensureBuilt } from './fixtures/run-callgate.ts';

const works = await canVerify();

beforeAll(ensureBuilt);

interface SeenTool {
  readonly tool: string;
  readonly calls: number;
  readonly failed: number;
  readonly observations: readonly { readonly kind: string; readonly what: string }[];
  readonly contradictions: readonly unknown[];
  readonly repeatChangesNothing: boolean | null;
}

interface RealRun {
  readonly code: number;
  readonly room: string;
  tool(name: string): SeenTool;
  readonly tools: readonly SeenTool[];
}

/** Verifies a server from npm on a folder with one file. */
const verifyReal = async (
  script: string,
  examples: Record<string, readonly unknown[]>,
  args: (room: string) => readonly string[] = () => [],
): Promise<RealRun> => {
  const room = mkdtempSync(join(tmpdir(), 'callgate-verify-real-'));
  writeFileSync(join(room, 'a.txt'), 'first\nsecond\n');
  const modules = join(await installed('servers'), 'node_modules');
  const given = join(mkdtempSync(join(tmpdir(), 'callgate-examples-')), 'examples.json');
  writeFileSync(given, JSON.stringify(examples).replaceAll('ROOM', room));
  const words = ['verify', '--json', '--calls', '3', '--examples', given, '--'];
  const { code, out, err } = await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [BIN, ...words, process.execPath, join(modules, script), ...args(room)],
      {
        cwd: room,
        env: {
          PATH: process.env['PATH'] ?? '',
          MEMORY_FILE_PATH: join(room, 'memory.jsonl'),
          CALLGATE_HOME: mkdtempSync(join(tmpdir(), 'callgate-home-')),
        },
        maxBuffer: 64 * 1_048_576,
      },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout, err: stderr }),
    );
  });
  if (out === '') throw new Error(err);
  const { tools }: { readonly tools: readonly SeenTool[] } = JSON.parse(out);
  // nothing happened here
  expect(readdirSync(room)).toEqual(['a.txt']);
  expect(readFileSync(join(room, 'a.txt'), 'utf8')).toBe('first\nsecond\n');
  return {
    code,
    room,
    tools,
    tool: (name) => {
      const found = tools.find((each) => each.tool === name);
      if (found === undefined) throw new Error(`${name} was not watched`);
      return found;
    },
  };
};

describe.runIf(works)('honest servers', () => {
  it('of files are contradicted by nothing that they do', async () => {
    const { tools, tool, code, room } = await verifyReal(
      '@modelcontextprotocol/server-filesystem/dist/index.js',
      {
        edit_file: [{ path: 'ROOM/a.txt', edits: [{ oldText: 'first', newText: 'third' }] }],
        move_file: [{ source: 'ROOM/a.txt', destination: 'ROOM/b.txt' }],
        read_multiple_files: [{ paths: ['ROOM/a.txt'] }],
      },
      (folder) => [folder],
    );
    expect(tools.filter(({ contradictions }) => contradictions.length > 0)).toEqual([]);
    expect(code).toBe(0);
    const seen = (name: string): readonly string[] =>
      tool(name).observations.map(({ kind, what }) => `${kind} ${what}`);
    expect(seen('write_file')).toContain(`wrote ${room}/a.txt`);
    expect(tool('write_file').repeatChangesNothing).toBe(true);
    expect(seen('edit_file')).toContain(`wrote ${room}/a.txt`);
    expect(seen('move_file')).toEqual(expect.arrayContaining([`moved ${room}/a.txt`, `wrote ${room}/b.txt`]));
    for (const name of ['read_text_file', 'list_directory', 'search_files', 'get_file_info']) {
      expect(tool(name).calls).toBeGreaterThan(tool(name).failed);
      expect(seen(name)).toEqual([]);
    }
  });

  it('of memory are contradicted by nothing that they do', async () => {
    const { tools, tool, room } = await verifyReal('@modelcontextprotocol/server-memory/dist/index.js', {});
    expect(tools.filter(({ contradictions }) => contradictions.length > 0)).toEqual([]);
    expect(tool('create_entities').observations).toContainEqual({
      kind: 'wrote',
      what: `${room}/memory.jsonl`,
    });
    expect(tool('read_graph').observations).toEqual([]);
  });
});
