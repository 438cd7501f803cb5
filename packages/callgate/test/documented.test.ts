import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { ROOT, runCallgate, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

/** The blocks of one language under a heading of a page. */
const blocks = (page: string, heading: string, language: string): string[] => {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] ?? '',
  );
};

const block = (page: string, heading: string, language: string): string =>
  blocks(page, heading, language).at(-1) ?? '';

const CATALOGUE = fileWith(block('formats.md', 'Catalogue', 'json'));
const TRACE = fileWith(block('formats.md', 'Trace', 'json'));
const LABELS = fileWith(block('formats.md', 'Labels of sessions', 'json'));

const run = (...args: string[]): Promise<CommandResult> =>
  runCallgate([...args, '--catalogue', CATALOGUE, '--policy', 'intent']);

describe('what the pages show', () => {
  it('is what replay writes', async () => {
    const { code, out } = await run('replay', TRACE);
    expect(code).toBe(0);
    const shown: Record<string, unknown> = JSON.parse(block('command-line.md', 'callgate replay', 'json'));
    const { reasons, ...written }: Record<string, unknown> = JSON.parse(
      out.trimEnd().split('\n').at(-1) ?? '',
    );
    expect({ ...written, reasons: ['…'] }).toEqual(shown);
    expect(reasons).toEqual(expect.arrayContaining([expect.any(String)]));
  });

  it('is the story that replay --story tells', async () => {
    const { out } = await run('replay', '--story', TRACE);
    expect(out).toBe(block('command-line.md', 'callgate replay --story', 'text'));
  });

  it('is scored by the labels', async () => {
    const { out } = await run('replay', '--labels', LABELS, '--json', TRACE);
    expect(JSON.parse(out)).toMatchObject({ scores: { total: { attacks: 1, stopped: 1 } } });
  });

  it('is a session that explain takes', async () => {
    const session = fileWith(block('formats.md', 'Session', 'json'));
    const { code, out } = await run('explain', '--tool', 'send_mail', '--session', session, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ labels: { private: 'known', untrusted: 'possible' } });
  });
});
