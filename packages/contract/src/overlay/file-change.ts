export type FileKind = 'file' | 'folder' | 'link';

/** What one path was or becomes. `mode` has permission bits alone. */
export interface PathState {
  readonly kind: FileKind;
  readonly mode: number;
  /** SHA-256 of the content, or of the link's target. */
  readonly digest?: string;
  readonly size?: number;
  /** User and group, where they are not those of this process. */
  readonly owner?: readonly [number, number];
}

/** One path of a root that a call changes. Untrusted: a server chose the names. */
export interface FileChange {
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly before: PathState | null;
  readonly after: PathState | null;
  /** Where it was moved from: its content is that of a path deleted by the same call. */
  readonly from?: string;
}
