import { display } from '@callgate/core';

/**
 * The only way by which words of servers, agents and arguments reach the page: hidden characters are made visible and
 * nothing in it is markup.
 */
export const Untrusted = ({
  text,
  max,
  lines = false,
  className = '',
}: {
  text: string;
  max?: number | undefined;
  /** Line breaks stay line breaks. */
  lines?: boolean;
  className?: string | undefined;
}) => (
  <bdi className={`untrusted ${lines ? 'lines ' : ''}${className}`}>
    {display(text, { lines, ...(max === undefined ? {} : { max }) })}
  </bdi>
);

export const ToolName = ({ server, tool }: { server: string; tool: string }) => (
  <span className="tool-name">
    <Untrusted className="tool-name-server" text={server} max={120} />
    <span className="tool-name-slash">/</span>
    <Untrusted className="tool-name-tool" text={tool} max={160} />
  </span>
);

interface TextsProps {
  readonly texts: readonly string[];
  readonly max?: number;
  readonly className?: string;
}

/** Names in one line, with something between them. */
export const NameList = ({ texts, max = 80, className, between = ', ' }: TextsProps & { between?: string }) =>
  texts.map((text, at) => (
    <span key={at}>
      {at === 0 ? '' : between}
      <Untrusted text={text} max={max} className={className} />
    </span>
  ));

/** Texts one below the other; nothing where there are none. */
export const TextList = ({
  texts,
  max,
  className,
  before = '',
  textClass,
  lines = false,
}: TextsProps & { before?: string; textClass?: string; lines?: boolean }) =>
  texts.length === 0 ? null : (
    <ul className={className}>
      {texts.map((text, at) => (
        <li key={at}>
          {before}
          <Untrusted text={text} max={max} className={textClass} lines={lines} />
        </li>
      ))}
    </ul>
  );

export interface TextMark {
  /** UTF-16 offsets into the text, end exclusive. */
  readonly span: readonly [start: number, end: number];
  readonly tone?: 'untrusted' | 'good' | 'accent';
  /** Said to those who cannot see the colour. */
  readonly note?: string;
}

const inOrder = (marks: readonly TextMark[], length: number): readonly TextMark[] => {
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
export const MarkedText = ({ text, marks }: { text: string; marks: readonly TextMark[] }) => {
  let at = 0;
  const placed = inOrder(marks, text.length);
  const notes = [...new Set(placed.flatMap(({ note }) => note ?? []))];
  const pieces = placed.flatMap(({ span: [start, end], tone = 'accent', note }) => {
    const before = text.slice(at, start);
    at = end;
    return [
      <span key={`${start}-`}>{display(before, { lines: true })}</span>,
      <mark key={start} className={`marked marked-${tone}`} title={note}>
        {display(text.slice(start, end), { lines: true })}
      </mark>,
    ];
  });
  return (
    <>
      <bdi className="untrusted lines">
        {pieces}
        <span>{display(text.slice(at), { lines: true })}</span>
      </bdi>
      {notes.length === 0 ? null : <span className="hidden-words"> ({notes.join('. ')})</span>}
    </>
  );
};
