import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/main.ts';
import { callProblem, callsIn } from './fixtures/named-commands.ts';
import { ROOT } from './fixtures/run-callgate.ts';

/** Pages, messages and scripts name commands of `callgate`; every one of them has to exist, with its options. */
const PAGES = ['*.md', 'docs/**/*.md', 'decisions/*.md', 'packages/*/README.md', 'packages/*/src/**/*.md'];
const SOURCES = ['packages/*/src/**/*.ts', 'packages/console/web/src/**/*.tsx'];

const pathsOf = (patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.ts'] }).toSorted();

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The parts of a page that are written as commands: blocks of a shell, and what stands between backticks. */
const commandsIn = (text: string): readonly string[] => {
  const fence = /^```(\w*)[^\n]*\n([^]*?)^```/gm;
  const blocks = [...text.matchAll(fence)].flatMap(([, language = '', body = '']) =>
    ['sh', 'console', 'bash', ''].includes(language) ? body.replaceAll(/\\\n\s*/g, ' ').split('\n') : [],
  );
  const inline = [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline].flatMap((line) => callsIn(line));
};

const problemsIn = async (path: string, calls: readonly string[]): Promise<readonly string[]> => {
  const problems = await Promise.all(calls.map(async (call) => [call, await callProblem(call)] as const));
  return problems.flatMap(([call, problem]) =>
    problem === undefined ? [] : [`${path}: callgate ${call}: ${problem}`],
  );
};

describe('a command that is named', () => {
  it('in a page is one there is, with options it has', async () => {
    const problems = await Promise.all(
      pathsOf(PAGES).map((path) => problemsIn(path, commandsIn(textOf(path)))),
    );
    expect(problems.flat()).toEqual([]);
  });

  it('in a message of the program is one there is, with options it has', async () => {
    const names = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))].join('|');
    const unquoted = `(?<=[\\s'"])callgate ((?:${names})(?: --?[a-z-]+| [a-z-]+| [A-Z…]+)*)`;
    const quoted = new RegExp(`\`callgate ([^\`\\n$]+)\`|${unquoted}`, 'g');
    const problems = await Promise.all(
      pathsOf(SOURCES).map((path) => {
        const lines = textOf(path)
          .split('\n')
          .filter((line) => /^\s*(?:\/\/|\*|\/\*)/.exec(line) === null && /['"`>]/.test(line));
        const calls = lines.flatMap((line) =>
          [...line.matchAll(quoted)].map(([, one, two]) => one ?? two ?? ''),
        );
        return problemsIn(path, calls);
      }),
    );
    expect(problems.flat()).toEqual([]);
  });

  it('wrongly is found', async () => {
    expect(await problemsIn('p', callsIn('npx callgate check a.yaml && callgate chekc b'))).toEqual([
      'p: callgate chekc b: there is no such command',
    ]);
    expect(await problemsIn('p', commandsIn('Say `callgate init --undone`.'))).toEqual([
      'p: callgate init --undone: init has no --undone',
    ]);
    expect(await problemsIn('p', commandsIn('Say `callgate run --name a -- x --undone`.'))).toEqual([]);
  });
});
