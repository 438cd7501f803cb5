import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'cg-action-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const action = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.array(
      z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() }),
    ),
  }),
});

/** Runs the step as GitHub does, with `npx` that starts the program of this tree. */
const runAction = (inputs: Readonly<Record<string, string>>): { status: number | null; summary: string } => {
  const { inputs: declared, runs } = action.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')));
  const step = runs.steps.find(({ run }) => run !== undefined);
  const valueOf = (text: string): string =>
    text.replaceAll(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => inputs[name] ?? declared[name]?.default ?? '',
    );
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const npx = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${join(ROOT, 'packages/callgate/bin/callgate.js')}' "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx);
  chmodSync(join(bin, 'npx'), 0o755);
  const summary = join(folder, 'summary.md');
  rmSync(summary, { force: true });
  const { status } = spawnSync('bash', ['-c', step?.run ?? 'exit 9'], {
    cwd: folder,
    env: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: folder,
      CALLGATE_HOME: join(folder, 'home'),
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, valueOf(value)])),
    },
  });
  return { status, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
};

describe.skipIf(process.platform === 'win32')('the GitHub Action', () => {
  it('passes over a good policy, and shows what it looked at', () => {
    writeFileSync(join(folder, 'policy.yaml'), 'extends: balanced\n');
    const { status, summary } = runAction({ check: 'policy.yaml' });
    expect(summary).toContain('## Check of policy.yaml');
    expect(status).toBe(0);
  });

  it('fails over a policy that cannot be read, and looks at the rest', () => {
    writeFileSync(join(folder, 'broken.yaml'), 'rules:\n  - {id: a, then: perhaps}\n');
    const { status, summary } = runAction({ check: 'broken.yaml policy.yaml' });
    expect(status).toBe(1);
    expect(summary).toContain('broken.yaml');
    expect(summary).toContain('## Check of policy.yaml');
  });

  it('runs the tests of a policy, and fails where one does', () => {
    const tool = {
      name: 'delete_note',
      inputSchema: { type: 'object' },
      annotations: { destructiveHint: true },
    };
    const catalogue = { servers: [{ name: 'notes', trust: 'trusted', tools: [tool] }] };
    writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
    writeFileSync(join(folder, 'policy.yaml'), 'extends: balanced\n');
    const cases = (expected: string): string =>
      `policy: policy.yaml\ncatalogue: catalogue.json\ncases:\n  - {call: notes/delete_note, expect: ${expected}}\n`;
    writeFileSync(join(folder, 'cases.yaml'), cases('confirm'));
    expect(runAction({ check: 'policy.yaml cases.yaml' })).toMatchObject({
      status: 0,
      summary: expect.stringContaining('1 case, 0 failed'),
    });
    writeFileSync(join(folder, 'cases.yaml'), cases('auto'));
    expect(runAction({ check: 'cases.yaml' })).toMatchObject({
      status: 1,
      summary: expect.stringContaining('FAILED cases.yaml:4:5: notes/delete_note'),
    });
  });

  it('lints tool definitions', () => {
    const tool = { name: 'delete_note', description: 'Deletes a note.', inputSchema: { type: 'object' } };
    writeFileSync(join(folder, 'tools.json'), JSON.stringify({ tools: [tool] }));
    const { status, summary } = runAction({ check: 'tools.json' });
    expect(summary).toContain('delete_note');
    expect(status).toBe(1);
  });

  it('scans the servers of a configuration', { timeout: 120_000 }, () => {
    writeFileSync(
      join(folder, 'callgate.yaml'),
      `servers:\n  notes: {command: ${JSON.stringify(process.execPath)}, args: [server.mjs]}\n`,
    );
    writeFileSync(
      join(folder, 'server.mjs'),
      `import { createInterface } from 'node:readline';
       const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
       createInterface({ input: process.stdin }).on('line', (line) => {
         const { id, method } = JSON.parse(line);
         if (method === 'initialize') answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } });
         else if (method === 'tools/list') answer(id, { tools: [{ name: 'read_note', description: 'Reads a note.', inputSchema: { type: 'object' } }] });
         else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'none' } }));
       });`,
    );
    const { status, summary } = runAction({ scan: 'callgate.yaml', 'fail-on': 'chain' });
    expect(summary).toContain('read_note');
    expect(status).toBe(0);
  });
});

describe('the container image', () => {
  const lines = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('runs as a user without rights, from a stage without the sources', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
    expect(last).toContain('USER 10001');
    expect(last.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual([
      'COPY --from=build /out/callgate /usr/local/bin/callgate',
    ]);
  });

  it('is alive while its process answers: a restart brings no database back', () => {
    expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toContain('GET /livez ');
  });

  it('is built by a command that the workspace has', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(lines.join('\n')).toContain('npm run --silent executable -- /out/callgate');
    expect(scripts['executable']).toBeDefined();
  });
});
