import { afterAll, describe, expect, it } from 'vitest';
import { checkCommandWords } from './check-words.ts';
import { readCommandBlocks } from './command-blocks.ts';
import { makeEmptyHome } from './prepare-home.ts';
import { runPageCommands } from './run-page-commands.ts';
import { fillUsage } from './usage-values.ts';
import { isUsage, shortestForm } from './usage.ts';

const page = (commands: string, before = '', after = ''): string =>
  `${before}\`\`\`sh\n${commands}\n\`\`\`\n${after}`;

const home = makeEmptyHome();
afterAll(home.remove);

const problemsOf = async (text: string): Promise<readonly string[]> =>
  (await runPageCommands('p.md', text, { home })).problems;

describe('a command of a page', () => {
  it('that fails is told with its place', async () => {
    expect(await problemsOf(page('true\nfalse'))).toEqual([expect.stringContaining('p.md:1: exit code 1')]);
  });

  it('that prints something else than the page shows is told', async () => {
    const shown = '\n```text\n12 calls …\n```\n';
    expect(await problemsOf(page('echo 7 calls wait', '', shown))).toEqual([]);
    expect(await problemsOf(page('echo no calls', '', shown))).toEqual([
      expect.stringContaining('prints something else'),
    ]);
  });

  it('with a mark is not run, alone or with its block', async () => {
    expect(await problemsOf(page('false', '<!-- not run: needs a cluster -->\n\n'))).toEqual([]);
    const marked = '<!-- not run (--link): needs a console -->\n<!-- not run (--all): asks -->\n\n';
    expect(await problemsOf(page('false --link\ntrue\nfalse --all', marked))).toEqual([]);
    expect(readCommandBlocks(page('a', marked))[0]?.notRun).toEqual([
      ['--link', 'needs a console'],
      ['--all', 'asks'],
    ]);
  });

  it('without a reason is run', async () => {
    expect(await problemsOf(page('false', '<!-- not run -->\n\n'))).toHaveLength(1);
  });

  it('with a mark names commands, options, scripts and files that are there', async () => {
    const text = page(
      'npx callgate inbox --wacth\ncallgate nothing\nnpm run nothing\nnpx vitest run packages/none',
      '<!-- not run: four mistakes -->\n\n',
    );
    expect(await checkCommandWords('p.md', text)).toEqual([
      'p.md:3: npx callgate inbox --wacth: inbox has no --wacth',
      'p.md:3: callgate nothing: there is no such command',
      'p.md:3: npm run nothing: there is no script nothing',
      'p.md:3: npx vitest run packages/none: there is no packages/none',
    ]);
  });
});

describe('a line of usage', () => {
  it('is told from a command', () => {
    expect(isUsage('callgate inbox CALL')).toBe(true);
    expect(isUsage('callgate audit [--json]')).toBe(true);
    expect(isUsage('callgate scan --tools lists/   # saved MCP answers')).toBe(false);
  });

  it('is run in its shortest form', () => {
    expect(shortestForm('callgate approve CALL… --yes --binding DIGEST,… [--json]')).toBe(
      'callgate approve CALL --yes --binding DIGEST',
    );
    expect(shortestForm('callgate approve CALL… [--grant session|all [--uses N]]')).toBe(
      'callgate approve CALL',
    );
    expect(shortestForm('callgate audit CALL|ENTRY [--secrets]')).toBe('callgate audit CALL');
    expect(shortestForm('callgate accept … --json')).toBeUndefined();
  });

  it('has a value for every word, or says so', () => {
    expect(fillUsage('callgate audit CALL')).toBe('callgate audit "$HELD_CALL"');
    expect(fillUsage('callgate audit WHATEVER')).toBeUndefined();
  });
});
