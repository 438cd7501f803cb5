import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import type { CallPreview, ShownChange, ShownState } from '../record/call-preview.ts';

const text = approvalMessages.preview;

const LINE_LENGTH = 160;

const modeText = (mode: number): string => mode.toString(8).padStart(3, '0');

const pathText = (path: string): string => display(path);

const whatOf = ({ before, after, from }: ShownChange): string => {
  if (from !== undefined) return text.moved({ from: pathText(from) });
  if (before === null) return text.created;
  return after === null ? text.deleted : text.changed;
};

const kindText = (before: ShownState | null, after: ShownState | null): readonly string[] => {
  if (before !== null && after !== null && before.kind !== after.kind)
    return [text.kindChange({ before: text.kinds[before.kind], after: text.kinds[after.kind] })];
  const { kind } = after ?? before ?? { kind: 'file' };
  return kind === 'file' ? [] : [text.kinds[kind]];
};

/** A new file that can be run, or that runs as its owner, says so. */
const modeChange = (before: ShownState | null, after: ShownState | null): readonly string[] => {
  if (after === null || after.kind === 'link') return [];
  if (before === null || before.kind !== after.kind) {
    const isUsual = after.kind === 'folder' ? (after.mode & 0o7000) === 0 : (after.mode & 0o7111) === 0;
    return isUsual ? [] : [text.mode({ mode: modeText(after.mode) })];
  }
  return before.mode === after.mode
    ? []
    : [text.modeChange({ before: modeText(before.mode), after: modeText(after.mode) })];
};

const noteText = ({ before, after, note }: ShownChange): readonly string[] => {
  if (note === undefined) return [];
  return [text[note]({ before: before?.bytes ?? null, after: after?.bytes ?? null })];
};

/** What becomes of one path, on one line. */
const changeHeadline = (change: ShownChange): string => {
  const { before, after } = change;
  const facts = [...kindText(before, after), ...modeChange(before, after), ...noteText(change)];
  return text.path({ what: whatOf(change), path: pathText(`${change.root}/${change.path}`), facts });
};

/** A long line goes on below, by a sign that no line begins with: the middle of it may be what matters. */
const signed = (sign: '-' | '+', line: string): readonly string[] => {
  const shown = display(line);
  const parts = [shown.slice(0, LINE_LENGTH)];
  for (let at = LINE_LENGTH; at < shown.length; at += LINE_LENGTH)
    parts.push(shown.slice(at, at + LINE_LENGTH));
  return parts.map((part, at) => `${sign}${at === 0 ? ' ' : '│'}${part}`);
};

/** The lines that differ, each with its sign: no content can look like another line. */
const changeDiff = ({ diff = [] }: ShownChange): readonly string[] =>
  diff.flatMap(({ line, removed, added }) => [
    text.hunk({ line }),
    ...removed.flatMap((each) => signed('-', each)),
    ...added.flatMap((each) => signed('+', each)),
  ]);

/** What a call would change, line by line. Safe to show. */
export const previewLines = (preview: CallPreview): readonly string[] => {
  if ('problem' in preview) return [text.none({ why: display(preview.problem, { max: 300 }) })];
  if (preview.changes.length === 0) return [text.nothing];
  return [
    ...preview.changes.flatMap((change) => [
      changeHeadline(change),
      ...changeDiff(change).map((line) => `  ${line}`),
    ]),
    ...(preview.more === 0 ? [] : [text.more({ count: preview.more })]),
  ];
};

/** Whether all that would change is shown, contents included. */
export const isWholePreview = (preview: CallPreview): boolean =>
  'problem' in preview || (preview.more === 0 && preview.changes.every(({ note }) => note === undefined));

/** The same in one line. */
export const previewSummary = (preview: CallPreview): string =>
  'problem' in preview || preview.changes.length === 0
    ? previewLines(preview).join('')
    : text.summary({ count: preview.changes.length + preview.more });
