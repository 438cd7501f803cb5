/** Text of ours as bytes. */
export const toAsciiBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

/** One member of an object whose place is wanted. */
export interface MemberSlot {
  readonly key: Uint8Array;
  /** Where the place of the value is noted; -1: nowhere. */
  readonly field: number;
  readonly inside: MemberTable | undefined;
  readonly seen: ValueCache | undefined;
}

/** A value that was found canonical, and where in it the wanted places are. */
interface CachedValue {
  readonly bytes: Buffer;
  readonly places: readonly (readonly [field: number, from: number, end: number])[];
}

const SEEN = 256;

/**
 * Values that stand in many rows, byte for byte: comparing is quicker than reading them again. They are found by a
 * few of their bytes, and count only where all of them are the same.
 */
export class ValueCache {
  readonly #values: (CachedValue | undefined)[] = Array.from({ length: SEEN });
  readonly #fields: readonly number[];

  constructor(fields: readonly number[]) {
    this.#fields = fields;
  }

  #slot(bytes: Uint8Array, at: number): number {
    const sum = (bytes[at + 50] ?? 0) * 31 + (bytes[at + 57] ?? 0) * 7 + (bytes[at + 64] ?? 0);
    return (sum + (bytes[at + 80] ?? 0) * 13) % SEEN;
  }

  /** Where the value that starts here ends, if it was seen before; else -1. */
  skip(bytes: Uint8Array, at: number, places: Int32Array): number {
    const seen = this.#values[this.#slot(bytes, at)];
    if (seen === undefined) return -1;
    const end = at + seen.bytes.length;
    if (end > bytes.length || seen.bytes.compare(bytes, at, end) !== 0) return -1;
    for (const [field, from, to] of seen.places) {
      places[field * 2] = at + from;
      places[field * 2 + 1] = at + to;
    }
    return end;
  }

  remember(bytes: Uint8Array, at: number, end: number, places: Int32Array): void {
    if (end - at > MOST_SEEN_BYTES) return;
    this.#values[this.#slot(bytes, at)] = {
      bytes: Buffer.from(bytes.subarray(at, end)),
      places: this.#fields
        .map((field) => [field, (places[field * 2] ?? -1) - at, (places[field * 2 + 1] ?? -1) - at] as const)
        .filter(([, from]) => from >= 0),
    };
  }
}

const MOST_SEEN_BYTES = 8192;

/** Members of an object, by the length and the first letter of their names. */
export type MemberTable = readonly (MemberSlot | undefined)[];

const SLOTS = 512;

export const getMemberSlot = (length: number, first: number): number => ((length & 15) << 5) | (first & 31);

export interface MemberSpec {
  /** Where the place of the value is noted. */
  readonly field?: number;
  readonly inside?: MemberTable;
  /** The value is large and the same in many rows. */
  readonly repeated?: true;
}

const fieldsIn = (inside: MemberTable | undefined): readonly number[] =>
  (inside ?? []).flatMap((member) =>
    member === undefined ? [] : [...(member.field === -1 ? [] : [member.field]), ...fieldsIn(member.inside)],
  );

/** What is wanted of an object, by the names of its members. */
export const makeMemberTable = (names: Readonly<Record<string, MemberSpec>>): MemberTable => {
  const slots = Array.from<MemberSlot | undefined>({ length: SLOTS });
  for (const [name, { field = -1, inside, repeated }] of Object.entries(names)) {
    const fields = fieldsIn(inside);
    const key = toAsciiBytes(name);
    const slot = getMemberSlot(key.length, key[0] ?? 0);
    if (slots[slot] !== undefined) throw new RangeError(`two wanted names share a slot: ${name}`);
    slots[slot] = { key, field, inside, seen: repeated === true ? new ValueCache(fields) : undefined };
  }
  return slots;
};
