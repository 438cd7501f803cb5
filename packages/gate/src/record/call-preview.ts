import type { Json } from '@callgate/core';
import { z } from 'zod';

/** Lines that go and lines that come in their place. */
export interface ShownHunk {
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface ShownState {
  readonly kind: 'file' | 'folder' | 'link';
  /** Permission bits. */
  readonly mode: number;
  readonly bytes?: number;
}

/** One path that a call would change, as it is shown to people. Untrusted: a server chose names and contents. */
export interface ShownChange {
  readonly root: string;
  readonly path: string;
  readonly from?: string;
  readonly before: ShownState | null;
  readonly after: ShownState | null;
  /** Lines that differ; absent where they are not shown. */
  readonly diff?: readonly ShownHunk[];
  /** Why no lines are shown. */
  readonly note?: 'binary' | 'large';
}

export interface ShownChanges {
  readonly changes: readonly ShownChange[];
  /** So many more are not shown one by one. */
  readonly more: number;
}

const texts = z.array(z.string());

const shownState: z.ZodType<ShownState> = z.strictObject({
  kind: z.enum(['file', 'folder', 'link']),
  mode: z.int(),
  bytes: z.int().exactOptional(),
});

const shownChange: z.ZodType<ShownChange> = z.strictObject({
  root: z.string(),
  path: z.string(),
  from: z.string().exactOptional(),
  before: shownState.nullable(),
  after: shownState.nullable(),
  diff: z.array(z.strictObject({ line: z.int(), removed: texts, added: texts })).exactOptional(),
  note: z.enum(['binary', 'large']).exactOptional(),
});

const shownChanges: z.ZodType<ShownChanges> = z.strictObject({
  changes: z.array(shownChange),
  more: z.int(),
});

/** What running a call showed, where nothing of it lasted. */
export type CallPreview =
  | ({
      /** Of all changes: an approval is bound to it, and exactly these are committed. */
      readonly digest: string;
    } & ShownChanges)
  /** There is no preview. Safe to show. */
  | { readonly problem: string };

/** The same at rest: contents of files are encrypted. */
export type StoredPreview =
  | { readonly digest: string; readonly sealed: string }
  | { readonly problem: string };

export const parseShownChanges = (value: Json): ShownChanges => shownChanges.parse(value);

/** What a preview of this call is encrypted for. */
export const previewScope = (call: string): string => `preview:${call}`;
