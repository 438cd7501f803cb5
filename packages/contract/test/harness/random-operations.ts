import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Numbers that a seed decides (mulberry32). */
export const randomOf = (seed: number): ((below: number) => number) => {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const NAMES = [
  'a',
  'b',
  'new\nline',
  'ü',
  ' ',
  '.wh.a',
  '-rf',
  '"q"',
  '$(x)',
  '..a',
  'x'.repeat(120),
  'é,:\\',
];
/** Nothing that is there, or inside the tree: what follows a link must not reach anything of this machine. */
const TARGETS = ['/callgate-nowhere/file', '../../callgate-nowhere/file', 'a', '.', 'gone'];
const FILE_MODES = [0o644, 0o600, 0o755, 0o444, 0o400, 0o4755, 0o666];
const FOLDER_MODES = [0o755, 0o700, 0o555, 0o500, 0o1777, 0o2755];

type Random = (below: number) => number;

const pick = <T>(random: Random, list: readonly T[]): T => {
  const found = list[random(list.length)];
  if (found === undefined) throw new Error('nothing to pick');
  return found;
};

const paths = (root: string, under = ''): string[] =>
  readdirSync(join(root, under), { withFileTypes: true }).flatMap((entry) => {
    const path = join(under, entry.name);
    return entry.isDirectory() ? [path, ...paths(root, path)] : [path];
  });

const folders = (root: string, under = ''): string[] => [
  under,
  ...readdirSync(join(root, under), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? folders(root, join(under, entry.name)) : [],
  ),
];

const newPath = (random: Random, root: string): string =>
  join(root, pick(random, folders(root)), pick(random, NAMES));

const oldPath = (random: Random, root: string): string => join(root, pick(random, [...paths(root), 'a']));

/** What would be done to the target of a link is not done. */
const noLink = (path: string): string => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw new RefusedOperation();
  return path;
};

class RefusedOperation extends Error {}

const content = (random: Random): string =>
  `${pick(random, ['', 'x', 'line\n', '\0\u0001'])}`.repeat(random(2000));

const OPERATIONS: readonly ((random: Random, root: string) => void)[] = [
  (random, root) => writeFileSync(noLink(newPath(random, root)), content(random)),
  (random, root) => writeFileSync(noLink(oldPath(random, root)), content(random)),
  (random, root) => appendFileSync(noLink(oldPath(random, root)), content(random)),
  (random, root) => truncateSync(noLink(oldPath(random, root)), random(10)),
  (random, root) => rmSync(oldPath(random, root), { recursive: true }),
  (random, root) => {
    const path = oldPath(random, root);
    rmSync(path, { recursive: true });
    mkdirSync(path);
    writeFileSync(join(path, pick(random, NAMES)), content(random));
  },
  (random, root) => {
    const path = oldPath(random, root);
    rmSync(path, { recursive: true });
    writeFileSync(path, content(random));
  },
  (random, root) => mkdirSync(newPath(random, root)),
  (random, root) => renameSync(oldPath(random, root), newPath(random, root)),
  (random, root) => {
    // what a program does where a folder cannot be renamed
    const [from, to] = [oldPath(random, root), noLink(newPath(random, root))];
    if (to.startsWith(from)) return;
    execFileSync('cp', ['-a', '-T', '--', from, to], { stdio: 'ignore' });
    rmSync(from, { recursive: true });
  },
  (random, root) => symlinkSync(pick(random, TARGETS), newPath(random, root)),
  (random, root) => linkSync(oldPath(random, root), newPath(random, root)),
  (random, root) => {
    const path = noLink(oldPath(random, root));
    chmodSync(path, pick(random, FILE_MODES) | 0o500);
  },
  (random, root) => {
    const path = newPath(random, root);
    mkdirSync(path);
    writeFileSync(join(path, 'inside'), content(random));
    chmodSync(path, pick(random, FOLDER_MODES));
  },
  (random, root) => utimesSync(noLink(oldPath(random, root)), random(1e9), random(1e9)),
  (random, root) => {
    const path = oldPath(random, root);
    writeFileSync(noLink(`${path}.tmp`), content(random));
    renameSync(`${path}.tmp`, path);
  },
];

/** What servers do to files. An operation that the file system refuses is one that was tried. */
export const runRandomOperations = (root: string, seed: number, count: number): void => {
  const random = randomOf(seed);
  for (let done = 0; done < count; done += 1) {
    try {
      pick(random, OPERATIONS)(random, root);
    } catch (error) {
      if (error instanceof RefusedOperation) continue;
      if (!(error instanceof Error && ('code' in error || 'status' in error))) throw error;
    }
  }
};

/** Something to work on, links that lead out of it included. */
export const plantTree = (root: string, seed: number): void => {
  for (const [at, name] of ['a', 'b', 'ü'].entries()) {
    mkdirSync(join(root, name, 'new\nline'), { recursive: true });
    writeFileSync(join(root, name, 'a'), `${name}\n`.repeat(at * 700));
    writeFileSync(join(root, name, 'new\nline', '-rf'), Buffer.from([0, 1, 2, seed & 255]));
    symlinkSync('/callgate-nowhere/file', join(root, name, '$(x)'));
  }
  linkSync(join(root, 'a', 'a'), join(root, 'b', '"q"'));
  chmodSync(join(root, 'b', 'a'), 0o600);
  runRandomOperations(root, seed ^ 0x5eed, 12);
};
