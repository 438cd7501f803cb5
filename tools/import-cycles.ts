import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'/gm;

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

/** Files of a package without its tests, and without the index files that only name what is public. */
const sourceFiles = (source: string): readonly string[] =>
  readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => isSource(path) && !/^[\w-]*index\.ts$/.test(path),
  );

const importsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '');

const link = (graph: Map<string, Set<string>>, from: string, to: string): void => {
  if (from === to) return;
  const known = graph.get(from);
  if (known === undefined) graph.set(from, new Set([to]));
  else known.add(to);
};

const folderOf = (path: string): string => {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 ? '.' : first;
};

/** The folders directly below a source folder, by the folders that their files import from. `.` holds the files beside them. */
export const folderGraph = (source: string): ImportGraph => {
  const graph = new Map<string, Set<string>>();
  for (const path of sourceFiles(source))
    for (const from of importsOf(join(source, path)))
      if (from.startsWith('.'))
        link(graph, folderOf(path), folderOf(relative(source, join(source, dirname(path), from))));
  return graph;
};

/** Packages by the packages that their sources import. */
export const packageGraph = (packages: string): ImportGraph => {
  const graph = new Map<string, Set<string>>();
  for (const name of readdirSync(packages))
    for (const path of sourceFiles(join(packages, name, 'src')))
      for (const from of importsOf(join(packages, name, 'src', path))) {
        const [, imported] = /^@callgate\/([\w-]+)/.exec(from) ?? [];
        if (imported !== undefined) link(graph, name, imported);
      }
  return graph;
};

/** A way from a node back to itself, or undefined. */
export const findCycle = (graph: ImportGraph): readonly string[] | undefined => {
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): readonly string[] | undefined => {
    const at = way.indexOf(node);
    if (at >= 0) return [...way.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...way, node]);
      if (cycle !== undefined) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
};
