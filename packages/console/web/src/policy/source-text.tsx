import { Untrusted } from '../parts/untrusted.tsx';

const MOST_LINES = 5000;

/** A file as it was written, with the numbers of its lines. */
export const SourceText = ({ text }: { text: string }) => {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    // a long line is scrolled to with the arrow keys
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="policy-source" role="group" aria-label="Text of the layer" tabIndex={0}>
      <ol>
        {lines.slice(0, MOST_LINES).map((line, index) => (
          <li key={index}>
            <Untrusted text={line} max={2000} />
          </li>
        ))}
      </ol>
      {lines.length > MOST_LINES ? <p>{lines.length - MOST_LINES} more lines</p> : null}
    </div>
  );
};
