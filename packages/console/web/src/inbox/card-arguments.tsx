import { useMemo } from 'react';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import type { Opened } from '../parts/use-opened.ts';
import { PathName } from './path-name.tsx';
import { placedMarks } from './placed-marks.ts';
import type { Question } from './types.ts';

/** Every argument in full, with the values highlighted that decide something. */
export const CardArguments = ({ question: asked, opened }: { question: Question; opened: Opened }) => {
  const { question, values, veiled } = asked;
  const marks = useMemo(() => placedMarks(question.arguments, values), [question.arguments, values]);
  return (
    <Card
      title="Arguments"
      actions={
        opened.all ? undefined : (
          <Button hotkey="o" onClick={opened.openAll}>
            Open all ({opened.left})
          </Button>
        )
      }
    >
      {Object.keys(question.arguments).length === 0 ? (
        <p className="inbox-soft">It is called without arguments.</p>
      ) : (
        <JsonValue value={question.arguments} opened={opened} marks={marks} />
      )}
      {marks.length === 0 ? null : (
        <p className="inbox-legend">
          {marks.some(({ tone }) => tone === 'untrusted') ? (
            <span>
              <mark className="marked marked-untrusted">marked so</mark> not traced, and it matters here
            </span>
          ) : null}
          {marks.some(({ tone }) => tone === 'accent') ? (
            <span>
              <mark className="marked marked-accent">marked so</mark> not named by the person
            </span>
          ) : null}
          {marks.some(({ tone }) => tone === 'good') ? (
            <span>
              <mark className="marked marked-good">marked so</mark> vouched for
            </span>
          ) : null}
        </p>
      )}
      {veiled.length === 0 ? null : (
        <p className="inbox-legend">
          <span>
            <Icon name="lock" /> Secret, and not shown to you:{' '}
            {veiled.map((path, index) => (
              <span key={JSON.stringify(path)}>
                {index === 0 ? '' : ', '}
                <PathName path={path} />
              </span>
            ))}
          </span>
        </p>
      )}
    </Card>
  );
};
