import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../list-pages.ts';

/** One source file of the product, and how many of its functions ran. */
export interface ExecutedFile {
  readonly path: string;
  readonly package: string;
  readonly functions: number;
}

const SOURCE = /^packages\/([^/]+)\/src\/.*\.ts$/;

const toExecutedFile = ({ url, functions }: Profiler.ScriptCoverage): ExecutedFile | undefined => {
  if (!url.startsWith('file:')) return undefined;
  const path = relative(ROOT, fileURLToPath(url));
  const owner = SOURCE.exec(path)?.[1];
  // the first function of a script is the script itself
  const ran = functions.filter(
    ({ ranges, functionName }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
  );
  return owner === undefined || ran.length === 0
    ? undefined
    : { path, package: owner, functions: ran.length };
};

const inOrder = async <T, R>(all: readonly T[], work: (each: T) => Promise<R>): Promise<readonly R[]> => {
  const done: R[] = [];
  for (const each of all) done.push(await work(each));
  return done;
};

/** Counts with V8's coverage which functions of the product run while something is done. */
export class CoverageRecorder {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  async during(work: () => Promise<unknown>): Promise<readonly ExecutedFile[]> {
    await this.#session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result.map(toExecutedFile).filter((file) => file !== undefined);
  }

  /** The same for what runs each time: what the clock starts meanwhile is no part of it. */
  async duringEach(works: readonly (() => Promise<unknown>)[]): Promise<readonly ExecutedFile[]> {
    const [first = [], ...others] = await inOrder(works, (work) => this.during(work));
    return first.flatMap((file) => {
      const alike = others.map((files) => files.find(({ path }) => path === file.path)?.functions ?? 0);
      const functions = Math.min(file.functions, ...alike);
      return functions === 0 ? [] : [{ ...file, functions }];
    });
  }

  stop(): void {
    this.#session.disconnect();
  }
}

/** How often a file that ran takes something from another package that ran. */
export const countCrossings = (files: readonly ExecutedFile[]): number => {
  const packages = new Set(files.map((file) => file.package));
  return files.reduce((count, file) => {
    const text = readFileSync(join(ROOT, file.path), 'utf8');
    const others = [...text.matchAll(/^import (?!type)[^;]*? from '@callgate\/([\w-]+)/gm)].map(
      ([, name = '']) => name,
    );
    return count + new Set(others.filter((name) => packages.has(name) && name !== file.package)).size;
  }, 0);
};
