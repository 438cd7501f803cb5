import { type Json, canonical, isJsonObject } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import { useMemo, useState } from 'react';
import { type TextMark, MarkedText, Untrusted } from './untrusted.tsx';

const TEXT = consoleMessages.terms;

/** Texts up to this length are shown whole at once. */
const SHOWN_LENGTH = 200;
/** Lists and objects up to this many entries are shown whole at once. */
const SHOWN_ENTRIES = 40;

export type JsonPath = readonly (string | number)[];

/** A name of a place in a value, different for different places. */
const placeName = (path: JsonPath): string => JSON.stringify(path);

const entriesOf = (value: Json): readonly (readonly [string | number, Json])[] | undefined => {
  if (Array.isArray(value)) return value.map((item: Json, index) => [index, item] as const);
  return isJsonObject(value)
    ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    : undefined;
};

/** Every place of a value that is shown only in part until a person opens it. */
const foldsOf = (value: Json, path: JsonPath = []): readonly string[] => {
  if (typeof value === 'string') return value.length > SHOWN_LENGTH ? [placeName(path)] : [];
  const entries = entriesOf(value);
  if (entries === undefined) return [];
  return [
    ...(entries.length > SHOWN_ENTRIES ? [placeName(path)] : []),
    ...entries.flatMap(([key, item]) => foldsOf(item, [...path, key])),
  ];
};

/** The places of a value that the reader opened. */
export interface JsonExpansion {
  isOpen(place: string): boolean;
  open(place: string): void;
  openAll(): void;
  /** Nothing is shown only in part any more. */
  readonly all: boolean;
  /** How many places are still closed. */
  readonly left: number;
}

/** Starts anew when the value is another one. */
export const useJsonExpansion = (value: Json): JsonExpansion => {
  const folds = useMemo(() => foldsOf(value), [value]);
  const [state, setState] = useState<{ readonly of: Json; readonly places: ReadonlySet<string> }>();
  const places: ReadonlySet<string> = state?.of === value ? state.places : new Set();
  const put = (next: readonly string[]): void => setState({ of: value, places: new Set(next) });
  const left = folds.filter((place) => !places.has(place)).length;
  return {
    isOpen: (place) => places.has(place),
    open: (place) => put([...places, place]),
    openAll: () => put(folds),
    all: left === 0,
    left,
  };
};

export interface PathMark extends TextMark {
  readonly path: JsonPath;
}

interface JsonDisplay {
  readonly opened: JsonExpansion;
  readonly marks: ReadonlyMap<string, readonly TextMark[]>;
}

const Text = ({ text, path, shown }: { text: string; path: JsonPath; shown: JsonDisplay }) => {
  const place = placeName(path);
  const look = text.includes('\n') ? 'json-text json-lines' : 'json-text';
  if (text.length > SHOWN_LENGTH && !shown.opened.isOpen(place))
    return (
      <span className={`${look} json-folded`}>
        <Untrusted text={text} max={SHOWN_LENGTH - 40} lines />
        <button type="button" className="json-open" onClick={() => shown.opened.open(place)}>
          {TEXT.showCharacters({ count: text.length })}
        </button>
      </span>
    );
  return (
    <span className={look}>
      <MarkedText text={text} marks={shown.marks.get(place) ?? []} />
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
  shown: JsonDisplay;
}) => {
  const place = placeName(path);
  const isWhole = entries.length <= SHOWN_ENTRIES || shown.opened.isOpen(place);
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
  return (
    <ul className={isWhole && path.length > 8 ? 'json-entries json-deep' : 'json-entries'}>
      {(isWhole ? entries : entries.slice(0, SHOWN_ENTRIES - 4)).map(Row)}
      {isWhole ? null : (
        <>
          <li className="json-entry json-more">
            <button type="button" className="json-open" onClick={() => shown.opened.open(place)}>
              {TEXT.showEntries({ count: entries.length - SHOWN_ENTRIES + 1 })}
            </button>
          </li>
          {entries.slice(-3).map(Row)}
        </>
      )}
    </ul>
  );
};

const Node = ({ value, path, shown }: { value: Json; path: JsonPath; shown: JsonDisplay }) => {
  if (typeof value === 'string') return <Text text={value} path={path} shown={shown} />;
  const entries = entriesOf(value);
  if (entries === undefined)
    return (
      <span className={`json-plain json-${value === null ? 'null' : typeof value}`}>{canonical(value)}</span>
    );
  if (entries.length === 0)
    return (
      <span className="json-plain json-none">{Array.isArray(value) ? TEXT.emptyList : TEXT.emptyObject}</span>
    );
  return <Entries entries={entries} path={path} shown={shown} />;
};

const NO_MARKS: readonly PathMark[] = [];

/**
 * A whole value, such as the arguments of a call. Long texts show head, tail and length, long lists their ends, until
 * they are opened. Give `opened` (`useOpened(value)`) to open them from elsewhere and to know when all are.
 */
export const JsonValue = ({
  value,
  path = [],
  opened,
  marks = NO_MARKS,
}: {
  value: Json;
  /** Where the value stands in what `marks` and `opened` are about. */
  path?: JsonPath;
  opened?: JsonExpansion;
  marks?: readonly PathMark[];
}) => {
  const own = useJsonExpansion(value);
  const shown = { opened: opened ?? own, marks: Map.groupBy(marks, (mark) => placeName(mark.path)) };
  return (
    <div className="json">
      <Node value={value} path={path} shown={shown} />
    </div>
  );
};
