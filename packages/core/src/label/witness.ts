/** The exact place a label or an origin rests on, so that a page can highlight it. */
export interface Witness {
  /** The id Callgate minted for the call. */
  readonly call: string;
  /** JSON path into the call's arguments or result, as keys and indexes from the root. */
  readonly path: readonly (string | number)[];
  /** UTF-16 offsets into the string at `path`, end exclusive; absent when the whole value is meant. */
  readonly span?: readonly [start: number, end: number];
}
