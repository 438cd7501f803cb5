import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/main.ts';
import { ROOT } from './fixtures/run-callgate.ts';

const docs = join(ROOT, 'docs');
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(docs, name), 'utf8'));

const commandLine = readFileSync(join(docs, 'reference/command-line.md'), 'utf8');

/** How a command is written in a page: alone, or in brackets where it may be left out. */
const spellings = (name: string): readonly string[] => {
  const [first = '', second] = name.split(' ');
  return second === undefined
    ? [`callgate ${first}`]
    : [`callgate ${first} ${second}`, `callgate ${first} [${second}]`];
};

describe('the page of the command line', () => {
  it('has every command there is', () => {
    const missing = COMMANDS.map(({ name }) => name).filter(
      (name) => !spellings(name).some((text) => commandLine.includes(text)),
    );
    expect(missing).toEqual([]);
  });

  it('or a page it leads to says every option of every command', async () => {
    const missing: string[] = [];
    for (const { name, load } of COMMANDS) {
      const { args } = await load();
      const about = pages.filter((page) => spellings(name).some((text) => page.includes(text)));
      for (const [option, definition] of Object.entries(args)) {
        if (definition.type === 'positional') continue;
        const aliases = 'alias' in definition ? [definition.alias ?? []].flat() : [];
        const names = [`--${option}`, `--no-${option}`, ...aliases.map((alias) => `-${alias}`)];
        const isSaid = (page: string): boolean =>
          names.some((each) => new RegExp(`${each}(?![\\w-])`).test(page));
        if (!about.some(isSaid)) missing.push(`${name} --${option}`);
      }
    }
    expect(missing).toEqual([]);
  });
});
