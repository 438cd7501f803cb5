/** Counts the lines of the shortest program for every framework. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './list-pages.ts';

const FOLDER = 'frameworks/ten-lines';

/** Names of the examples, each a file of one folder. */
export const EXAMPLES: readonly string[] = globSync('*.ts', { cwd: join(ROOT, FOLDER) })
  .map((file) => basename(file, '.ts'))
  .toSorted();

/** Lines that are neither empty nor a comment. Imports count. */
export const countLines = (program: string): number =>
  program.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;

export interface ExampleLength {
  readonly name: string;
  readonly path: string;
  readonly lines: number;
}

export const exampleLengths = (): readonly ExampleLength[] =>
  EXAMPLES.map((name) => {
    const path = `${FOLDER}/${name}.ts`;
    return { name, path, lines: countLines(readFileSync(join(ROOT, path), 'utf8')) };
  });

if (import.meta.main) for (const { path, lines } of exampleLengths()) console.log(`${lines}  ${path}`);
