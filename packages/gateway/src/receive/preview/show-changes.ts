import type { FileChange, PathState } from '@callgate/contract/overlay';
import { diffLines } from '@callgate/contract/overlay';
import type { ShownChange, ShownChanges } from '@callgate/gate';

/** Larger files are not compared line by line. */
const MAX_TEXT_BYTES = 256 * 1024;
/** Of one file, and of all. */
const MAX_LINES = 400;
const MAX_ALL_CHARACTERS = 256 * 1024;
const MAX_LINE_LENGTH = 2000;
const MAX_CHANGES = 200;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined where it is no text. */
const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

export type ContentReader = (digest: string, most: number) => Uint8Array | undefined;

type Content = { readonly text: string } | { readonly note: 'binary' | 'large' };

const NOTHING: Content = { text: '' };

const contentOf = (state: PathState | null, read: ContentReader): Content => {
  if (state?.digest === undefined) return NOTHING;
  const bytes = read(state.digest, MAX_TEXT_BYTES);
  if (bytes === undefined) return { note: 'large' };
  const text = textOf(bytes);
  return text === undefined ? { note: 'binary' } : { text };
};

const shownState = (state: PathState | null): ShownChange['before'] =>
  state === null
    ? null
    : {
        kind: state.kind,
        mode: state.mode,
        ...(state.size === undefined ? {} : { bytes: state.size }),
      };

const linesOf = (diff: NonNullable<ShownChange['diff']>): readonly string[] =>
  diff.flatMap(({ removed, added }) => [...removed, ...added]);

const shownDiff = (
  { before, after, from }: FileChange,
  read: ContentReader,
): Pick<ShownChange, 'diff' | 'note'> => {
  // moved with the same content
  if (from !== undefined || before?.digest === after?.digest) return {};
  const [old, now] = [contentOf(before, read), contentOf(after, read)];
  const note = [old, now].flatMap((content) => ('note' in content ? [content.note] : []))[0];
  if (note !== undefined) return { note };
  if (!('text' in old) || !('text' in now)) return {};
  const diff = diffLines(old.text, now.text).map((hunk) => ({
    ...hunk,
    // a file that is new or gone has no line of its own beside them
    removed: old.text === '' ? [] : hunk.removed,
    added: now.text === '' ? [] : hunk.added,
  }));
  const lines = linesOf(diff);
  const isLarge = lines.length > MAX_LINES || lines.some((line) => line.length > MAX_LINE_LENGTH);
  return isLarge ? { note: 'large' } : diff.length === 0 ? {} : { diff };
};

/** What people are shown of changes. What is not shown line by line says so. */
export const showChanges = (changes: readonly FileChange[], read: ContentReader): ShownChanges => {
  const moved = new Set(changes.flatMap(({ root, from }) => (from === undefined ? [] : [`${root}/${from}`])));
  const told = changes.filter(({ root, path, after }) => after !== null || !moved.has(`${root}/${path}`));
  let left = MAX_ALL_CHARACTERS;
  const shown = told.slice(0, MAX_CHANGES).map((change): ShownChange => {
    const { root, path, from, before, after } = change;
    const diff = shownDiff(change, read);
    left -= linesOf(diff.diff ?? []).reduce((sum, line) => sum + line.length + 1, 0);
    return {
      root,
      path,
      ...(from === undefined ? {} : { from }),
      before: shownState(before),
      after: shownState(after),
      ...(left < 0 ? { note: 'large' as const } : diff),
    };
  });
  return { changes: shown, more: told.length - shown.length };
};
