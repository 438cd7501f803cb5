import type { ReactNode } from 'react';
import { Card } from '../parts/card.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import type { ApiError } from '../shell/api.ts';

export const number = (value: number): string => value.toLocaleString('en');

export const counted = (value: number, one: string): string =>
  `${number(value)} ${one}${value === 1 ? '' : 's'}`;

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

/** One figure: its title, one sentence that says it, the picture, and the same as a table. */
export const Figure = ({
  title,
  says,
  picture,
  head,
  rows,
}: {
  title: string;
  says: ReactNode;
  picture: ReactNode;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) => (
  <Card title={title}>
    <figure className="record-figure">
      <figcaption>{says}</figcaption>
      {picture}
    </figure>
    {rows.length === 0 ? null : (
      <details className="record-fold">
        <summary>As a table</summary>
        <div className="record-table" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
          <table>
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, at) => (
                <tr key={at}>
                  {cells.map((cell, column) => (
                    <td key={head[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    )}
  </Card>
);

/** Stands for a figure until it is read. */
export const Reading = ({ title, error }: { title: string; error: ApiError | null }) => (
  <Card title={title}>{error === null ? <Skeleton lines={5} /> : <Problem error={error} />}</Card>
);

export interface Bar {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number;
  /** Beside the bar. */
  readonly words: ReactNode;
  readonly tone?: 'auto' | 'confirm' | 'block' | 'ai' | 'accent';
}

/** Bars that lie, with their names before them and their numbers behind. */
export const Bars = ({
  bars,
  wordy = false,
}: {
  bars: readonly Bar[];
  /** Their names are sentences, and stand above them. */
  wordy?: boolean;
}) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={wordy ? 'record-bars record-bars-wordy' : 'record-bars'}>
      {bars.map(({ key, name, value, words, tone = 'accent' }) => (
        <li key={key}>
          <span className="record-bar-name">{name}</span>
          <span className="record-bar-track" aria-hidden="true">
            <span
              className={`record-bar-fill record-fill-${tone}`}
              style={{ width: `${value === 0 ? 0 : Math.max(0.8, (100 * value) / most)}%` }}
            />
          </span>
          <span className="record-bar-words">{words}</span>
        </li>
      ))}
    </ul>
  );
};
