import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './list-pages.ts';

const LIMIT_MS = 120_000;

/** `npx` would ask a registry: the command of the workspace stands in for it. */
const PRELUDE = 'set -eo pipefail\nnpx() { command "$@"; }\n';

const BLOCK = /^```sh\n([^]*?)^```\n(?:\n```text\n([^]*?)^```$)?/gm;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Expected output as a pattern: `…` is anything. */
const outputPattern = (expected: string): RegExp =>
  new RegExp(
    oneLine(expected)
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(/ ?… ?/g, '.*'),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs the `sh` blocks of a page in order, in an empty home, and compares each with the `text` block after it. */
export const runPageCommands = (page: string, text: string): string[] => {
  const home = mkdtempSync(join(tmpdir(), 'callgate-docs-'));
  const work = join(home, 'work');
  mkdirSync(work);
  const env = {
    HOME: home,
    PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
  };
  try {
    for (const [index, [, commands = '', expected]] of [...text.matchAll(BLOCK)].entries()) {
      const place = `${page}: commands ${index + 1}`;
      try {
        const out = execFileSync('bash', ['-c', PRELUDE + commands], {
          cwd: work,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
          encoding: 'utf8',
          timeout: LIMIT_MS,
        });
        if (expected !== undefined && !outputPattern(expected).test(oneLine(out)))
          return [`${place} print something else than the page shows: ${oneLine(out)}`];
      } catch (error) {
        return [`${place} fail: ${messageOf(error)}`];
      }
    }
    return [];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};
