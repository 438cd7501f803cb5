import { isBelow, isInside } from './is-inside.ts';

/** What a server finds at one path. */
export type SandboxMount =
  | { readonly kind: 'emptyFolder' | 'emptyFile'; readonly path: string }
  | { readonly kind: 'readOnly' | 'writable'; readonly path: string; readonly source: string };

/** All paths are absolute, without links, and exist. */
export interface MountFacts {
  /** Folders for things that do not last. */
  readonly temporary: readonly string[];
  /** Homes and, in a preview, roots: copies of them that take all changes. */
  readonly copies: readonly { readonly path: string; readonly merged: string }[];
  readonly roots: readonly string[];
  readonly writes: boolean;
  /** Of the command line, and needed to run at all. */
  readonly readable: readonly string[];
  /** Files that are others inside. */
  readonly replaced: readonly { readonly path: string; readonly source: string }[];
  readonly secrets: readonly { readonly path: string; readonly isFolder: boolean }[];
}

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);

/**
 * Folders between a root that can be written to and what is mounted below it, as mounts of their own: a folder that is
 * none can be renamed, and what it hides is then found at its new place by the next process.
 */
const heldFolders = (roots: readonly string[], masks: readonly string[]): readonly string[] => {
  const between = roots.flatMap((root) =>
    masks
      .filter((mask) => isBelow(mask, root))
      .flatMap((mask) => {
        const names = mask.slice(root.length + 1).split('/');
        return names.slice(1).map((_, at) => `${root}/${names.slice(0, at + 1).join('/')}`);
      }),
  );
  // a folder below a mask would show again what the mask hides
  return [...new Set(between)].filter(
    (folder) => !masks.some((mask) => roots.some((root) => isBelow(mask, root)) && isInside(folder, mask)),
  );
};

/** In the order they are made: what is deeper lies on top, and of two at one place a root is above a secret. */
export const planMounts = ({
  temporary,
  copies,
  roots,
  writes,
  readable,
  replaced,
  secrets,
}: MountFacts): readonly SandboxMount[] => {
  const copied = new Set(copies.map(({ path }) => path));
  const shown = new Set(roots);
  const own = [...copied, ...roots];
  const masks = secrets.filter(({ path }) => !shown.has(path));
  const held = heldFolders(
    writes ? roots.filter((path) => !copied.has(path)) : [],
    [...masks, ...replaced].map(({ path }) => path).concat(temporary),
  );
  const mounts: readonly SandboxMount[] = [
    ...temporary.map((path) => ({ kind: 'emptyFolder', path }) as const),
    ...copies.map(({ path, merged }) => ({ kind: 'writable', path, source: merged }) as const),
    // a temporary folder hides them; anywhere else they are there anyway, and in a root as the root is
    ...readable
      .filter((path) => temporary.some((folder) => isBelow(path, folder)))
      .filter((path) => !own.some((folder) => isInside(path, folder)))
      .map((path) => ({ kind: 'readOnly', path, source: path }) as const),
    ...replaced.map(({ path, source }) => ({ kind: 'readOnly', path, source }) as const),
    ...held.map((path) => ({ kind: 'writable', path, source: path }) as const),
    ...masks.map(({ path, isFolder }) => ({ kind: isFolder ? 'emptyFolder' : 'emptyFile', path }) as const),
    ...roots
      .filter((path) => !copied.has(path))
      .map((path) => ({ kind: writes ? 'writable' : 'readOnly', path, source: path }) as const),
  ];
  return mounts.toSorted((one, other) => depth(one.path) - depth(other.path));
};
