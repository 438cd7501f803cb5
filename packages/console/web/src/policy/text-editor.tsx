import type { PolicyFinding } from '@callgate/operations/api';
import type { Ref } from 'react';

const LEAST_LINES = 10;

/** A plain text field with the numbers of its lines; lines with a problem are marked, and the problem is named beside. */
export const TextEditor = ({
  label,
  text,
  findings,
  describedBy,
  onText,
  ref,
}: {
  label: string;
  text: string;
  /** Of this text only. */
  findings: readonly PolicyFinding[];
  describedBy: string;
  onText: (text: string) => void;
  ref: Ref<HTMLTextAreaElement>;
}) => {
  const lines = text.split('\n');
  const count = Math.max(LEAST_LINES, lines.length);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const worst = new Map<number, PolicyFinding['severity']>();
  for (const { line, severity } of findings) if (worst.get(line) !== 'error') worst.set(line, severity);
  return (
    <div className="policy-editor">
      <ol className="policy-gutter" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => {
          const severity = worst.get(index + 1);
          return (
            <li key={index} className={severity === undefined ? '' : `policy-gutter-${severity}`}>
              {severity === undefined ? '' : severity === 'error' ? '× ' : '! '}
              {index < lines.length ? index + 1 : ''}
            </li>
          );
        })}
      </ol>
      <textarea
        ref={ref}
        className="policy-text"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={findings.some(({ severity }) => severity === 'error')}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        rows={count}
        cols={longest + 4}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
};

/** Puts the caret at a place of the text. */
export const goTo = (area: HTMLTextAreaElement | null, line: number, column: number): void => {
  if (area === null) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at);
};
