import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './list-pages.ts';

const LIMIT_MS = 120_000;

/** `npx` would ask a registry: the command of the workspace stands in for it. */
const PRELUDE = 'set -eo pipefail\nnpx() { command "$@"; }\n';

const BLOCK = /^```sh\n([^]*?)^```\n(?:\n```text\n([^]*?)^```$)?/gm;

export const oneLine = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim();

/** One line as a pattern for itself. */
export const escapePattern = (text: string): string =>
  oneLine(text).replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Expected output as a pattern: `…` is anything. */
const outputPattern = (expected: string): RegExp =>
  new RegExp(escapePattern(expected).replaceAll(/ ?… ?/g, '.*'));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface CommandOutput {
  readonly commands: string;
  /** With the colours of a terminal. */
  readonly output: string;
}

export interface PageRun {
  readonly problems: readonly string[];
  readonly outputs: readonly CommandOutput[];
}

/** Runs the `sh` blocks of a page in order, in an empty home, and compares each with the `text` block after it. */
export const runPageCommands = (page: string, text: string): PageRun => {
  const home = mkdtempSync(join(tmpdir(), 'callgate-docs-'));
  const work = join(home, 'work');
  mkdirSync(work);
  const env = {
    HOME: home,
    FORCE_COLOR: '1',
    PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter),
  };
  const outputs: CommandOutput[] = [];
  try {
    for (const [index, [, commands = '', expected]] of [...text.matchAll(BLOCK)].entries()) {
      const place = `${page}: commands ${index + 1}`;
      try {
        const output = execFileSync('bash', ['-c', PRELUDE + commands], {
          cwd: work,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
          encoding: 'utf8',
          timeout: LIMIT_MS,
        });
        outputs.push({ commands, output });
        if (expected !== undefined && !outputPattern(expected).test(oneLine(output)))
          return {
            problems: [`${place} print something else than the page shows: ${oneLine(output)}`],
            outputs,
          };
      } catch (error) {
        return { problems: [`${place} fail: ${messageOf(error)}`], outputs };
      }
    }
    return { problems: [], outputs };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};
