import { display } from '@callgate/core';
import type { JSX } from 'react';

export interface Mark {
  /** UTF-16 offsets into the text, end exclusive. */
  readonly span: readonly [start: number, end: number];
  readonly tone?: 'untrusted' | 'private' | 'good' | 'accent';
  /** Said to those who cannot see the colour. */
  readonly note?: string;
}

const inOrder = (marks: readonly Mark[], length: number): readonly Mark[] => {
  let at = 0;
  return marks
    .filter(({ span: [start, end] }) => start >= 0 && end <= length && start < end)
    .toSorted((a, b) => a.span[0] - b.span[0])
    .filter(({ span: [start, end] }) => {
      if (start < at) return false;
      at = end;
      return true;
    });
};

/** Untrusted text with parts of it highlighted. The same rules hold as for `Untrusted`. */
export const Marked = ({
  text,
  marks,
  lines = false,
}: {
  text: string;
  marks: readonly Mark[];
  lines?: boolean;
}) => {
  const pieces: JSX.Element[] = [];
  let at = 0;
  for (const { span, tone = 'accent', note } of inOrder(marks, text.length)) {
    const [start, end] = span;
    pieces.push(<span key={`${at}-`}>{display(text.slice(at, start), { lines })}</span>);
    pieces.push(
      <mark key={start} className={`marked marked-${tone}`} title={note}>
        {display(text.slice(start, end), { lines })}
      </mark>,
    );
    at = end;
  }
  pieces.push(<span key="rest">{display(text.slice(at), { lines })}</span>);
  return <bdi className={lines ? 'untrusted lines' : 'untrusted'}>{pieces}</bdi>;
};
