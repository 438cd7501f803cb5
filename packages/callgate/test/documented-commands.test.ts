import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replayAudit } from '../src/commands/replay.ts';
import { COMMANDS } from '../src/main.ts';
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

/** Every call of `callgate` in a line of a shell. */
const callsIn = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|[\s$;|(&])(?:npx (?:-y )?)?callgate(?:@\S+)? ([^;|&#)]+)/g)].map(([, words = '']) =>
    words.trim(),
  );

/** What is wrong with one call, or undefined. */
const problemOf = async (call: string): Promise<string | undefined> => {
  const [own = ''] = call.split(/(?:^|\s)--(?:\s|$)/);
  const words = own.replaceAll(/[[\]]/g, ' ').replaceAll('…', ' ').split(/\s+/).filter(Boolean);
  const [first = '', second = ''] = words;
  // names of commands are lower case: `callgate.yaml` and prose are something else
  if (!/^[a-z][a-z-]*$/.test(first)) return undefined;
  const found =
    COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first);
  const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${first} `));
  if (found === undefined) return isGroup && words.length === 1 ? undefined : 'there is no such command';
  const { args } = /^replay .*--audit\b/.test(own) ? replayAudit : await found.load();
  const known = new Set(
    Object.entries(args).flatMap(([name, definition]) => [
      `--${name}`,
      `--no-${name}`,
      ...('alias' in definition ? [definition.alias ?? []].flat().map((alias) => `-${alias}`) : []),
    ]),
  );
  const options = [...own.matchAll(/(?<=^|[\s[|(])--?[a-z][a-z-]*/g)].map(([option]) => option);
  const unknown = options.filter((option) => !known.has(option) && option !== '--help' && option !== '-h');
  return unknown.length === 0 ? undefined : `${found.name} has no ${unknown.join(', ')}`;
};

const problemsIn = async (path: string, calls: readonly string[]): Promise<readonly string[]> => {
  const problems = await Promise.all(calls.map(async (call) => [call, await problemOf(call)] as const));
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
