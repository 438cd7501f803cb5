import type { Json } from '@callgate/core';
import { canonical } from '@callgate/core';
import { useEffect } from 'react';
import type { JsonPath } from './folds.ts';
import { SHOWN_ENTRIES, SHOWN_LENGTH, entriesOf, placeName } from './folds.ts';
import type { Mark } from './marked.tsx';
import { Marked } from './marked.tsx';
import { Untrusted } from './untrusted.tsx';
import type { Opened } from './use-opened.ts';
import { useOpened } from './use-opened.ts';

/** Something to highlight in the text at a place. */
export interface PlacedMark extends Mark {
  readonly path: JsonPath;
}

interface Shown {
  readonly opened: Opened;
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
}

const marksAt = (marks: readonly PlacedMark[]): ReadonlyMap<string, readonly Mark[]> =>
  Map.groupBy(marks, ({ path }) => placeName(path));

const Text = ({ text, path, shown }: { text: string; path: JsonPath; shown: Shown }) => {
  const place = placeName(path);
  if (text.length > SHOWN_LENGTH && !shown.opened.isOpen(place))
    return (
      <span className={text.includes('\n') ? 'json-text json-lines json-folded' : 'json-text json-folded'}>
        <Untrusted text={text} max={SHOWN_LENGTH - 40} lines />
        <button type="button" className="json-open" onClick={() => shown.opened.open(place)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      </span>
    );
  const block = text.includes('\n');
  return (
    <span className={block ? 'json-text json-lines' : 'json-text'}>
      <Marked text={text} marks={shown.marks.get(place) ?? []} lines />
    </span>
  );
};

const Entries = ({
  entries,
  path,
  shown,
}: {
  entries: readonly (readonly [string | number, Json])[];
  path: JsonPath;
  shown: Shown;
}) => {
  const place = placeName(path);
  const whole = entries.length <= SHOWN_ENTRIES || shown.opened.isOpen(place);
  const visible = whole ? entries : [...entries.slice(0, SHOWN_ENTRIES - 4), ...entries.slice(-3)];
  const Row = ([key, item]: readonly [string | number, Json]) => (
    <li key={key} className="json-entry">
      {typeof key === 'number' ? (
        <span className="json-key json-index">{key + 1}</span>
      ) : (
        <Untrusted className="json-key" text={key} />
      )}
      <Node value={item} path={[...path, key]} shown={shown} />
    </li>
  );
  if (whole)
    return (
      <ul className={path.length > 8 ? 'json-entries json-deep' : 'json-entries'}>{visible.map(Row)}</ul>
    );
  return (
    <ul className="json-entries">
      {visible.slice(0, -3).map(Row)}
      <li className="json-entry json-more">
        <button type="button" className="json-open" onClick={() => shown.opened.open(place)}>
          Show {(entries.length - visible.length).toLocaleString('en')} more entries
        </button>
      </li>
      {visible.slice(-3).map(Row)}
    </ul>
  );
};

const Node = ({ value, path, shown }: { value: Json; path: JsonPath; shown: Shown }) => {
  if (typeof value === 'string') return <Text text={value} path={path} shown={shown} />;
  const entries = entriesOf(value);
  if (entries === undefined)
    return (
      <span className={`json-plain json-${value === null ? 'null' : typeof value}`}>{canonical(value)}</span>
    );
  if (entries.length === 0)
    return (
      <span className="json-plain json-none">{Array.isArray(value) ? 'empty list' : 'empty object'}</span>
    );
  return <Entries entries={entries} path={path} shown={shown} />;
};

const NO_MARKS: readonly PlacedMark[] = [];

/**
 * A whole value, such as the arguments of a call. Long texts show head, tail and length, long lists their ends, until
 * they are opened. Give `opened` (`useOpened(value)`) to open them from elsewhere and to know when all are.
 */
export const JsonValue = ({
  value,
  path = [],
  opened,
  marks = NO_MARKS,
  onAllOpened,
}: {
  value: Json;
  /** Where the value stands in what `marks` and `opened` are about. */
  path?: JsonPath;
  opened?: Opened;
  marks?: readonly PlacedMark[];
  onAllOpened?: (all: boolean) => void;
}) => {
  const own = useOpened(value);
  const shown = { opened: opened ?? own, marks: marksAt(marks) };
  const { all } = shown.opened;
  useEffect(() => onAllOpened?.(all), [all, onAllOpened]);
  return (
    <div className="json">
      <Node value={value} path={path} shown={shown} />
    </div>
  );
};
