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
  const mounts: readonly SandboxMount[] = [
    ...temporary.map((path) => ({ kind: 'emptyFolder', path }) as const),
    ...copies.map(({ path, merged }) => ({ kind: 'writable', path, source: merged }) as const),
    // a temporary folder hides them; anywhere else they are there anyway, and in a root as the root is
    ...readable
      .filter((path) => temporary.some((folder) => isBelow(path, folder)))
      .filter((path) => !own.some((folder) => isInside(path, folder)))
      .map((path) => ({ kind: 'readOnly', path, source: path }) as const),
    ...replaced.map(({ path, source }) => ({ kind: 'readOnly', path, source }) as const),
    ...secrets
      .filter(({ path }) => !shown.has(path))
      .map(({ path, isFolder }) => ({ kind: isFolder ? 'emptyFolder' : 'emptyFile', path }) as const),
    ...roots
      .filter((path) => !copied.has(path))
      .map((path) => ({ kind: writes ? 'writable' : 'readOnly', path, source: path }) as const),
  ];
  return mounts.toSorted((one, other) => depth(one.path) - depth(other.path));
};
