import type { JsonObject } from '@callgate/core';

/** What is pinned. Resources are not: their list is data, not what a server can do. */
export type PinnedKind = 'tool' | 'prompt' | 'template';

/** A definition as it was first shown, or as an operator accepted it later. */
export interface Pin {
  readonly kind: PinnedKind;
  readonly name: string;
  readonly digest: string;
  readonly definition: JsonObject;
  /** Milliseconds since 1970. */
  readonly firstSeen: number;
  /** What the server shows in its place now, and nobody accepted. */
  readonly changed?: { readonly digest: string; readonly definition: JsonObject; readonly at: number };
}

/** By `pinKey`. */
export type Pins = ReadonlyMap<string, Pin>;

/** What a server says of itself to models is pinned as a prompt of this name, which no prompt can have. */
export const INSTRUCTIONS_PIN = '*instructions*';

export const NO_PINS: Pins = new Map();

export const pinKey = (kind: PinnedKind, name: string): string => `${kind} ${name}`;

/** Where pins are kept, per alias and what it stands for. Nothing that was pinned is ever forgotten. */
export interface PinStore {
  /** Throws a CallgateError PINS_… where the pins are there but cannot be read. */
  read(server: string, identity: string): Pins;
  /**
   * Puts what `change` returns in the place of the pins of the same kind and name. `change` is called again where
   * another process wrote in between, maybe on top of its own pins. Throws like `read`, and where nothing can be written.
   */
  change(server: string, identity: string, change: (pins: Pins) => readonly Pin[]): Pins;
  /** Begins anew with what is listed next: the answer to pins that cannot be read. */
  forget(server: string, identity: string): void;
}

export const putPins = (pins: Pins, puts: readonly Pin[]): Pins =>
  puts.length === 0
    ? pins
    : new Map([...pins, ...puts.map((pin) => [pinKey(pin.kind, pin.name), pin] as const)]);

/** Changes are worked out on what is pinned, and kept nowhere. */
export const readOnlyPins = (pins: PinStore): PinStore => ({
  read: (server, identity) => pins.read(server, identity),
  change: (server, identity, change) => {
    const before = pins.read(server, identity);
    return putPins(before, change(before));
  },
  forget: () => {},
});

export class MemoryPinStore implements PinStore {
  readonly #books: Map<string, Pins> = new Map();

  read(server: string, identity: string): Pins {
    return this.#books.get(`${server} ${identity}`) ?? NO_PINS;
  }

  change(server: string, identity: string, change: (pins: Pins) => readonly Pin[]): Pins {
    const pins = this.read(server, identity);
    const after = putPins(pins, change(pins));
    this.#books.set(`${server} ${identity}`, after);
    return after;
  }

  forget(server: string, identity: string): void {
    this.#books.delete(`${server} ${identity}`);
  }
}

/** Takes what a server shows now for what it is pinned to. Without `names`, everything of it. */
export const acceptChangedPins = (
  book: PinStore,
  server: string,
  identity: string,
  names?: ReadonlySet<string>,
): readonly Pin[] => {
  let accepted: readonly Pin[] = [];
  book.change(server, identity, (pins) => {
    accepted = [...pins.values()].flatMap(({ changed, ...pin }) =>
      changed === undefined || (names !== undefined && !names.has(pin.name))
        ? []
        : [{ ...pin, digest: changed.digest, definition: changed.definition }],
    );
    return accepted;
  });
  return accepted;
};

/** The same for one reviewed definition. False where it is not what the server shows any more. */
export const acceptDefinition = (
  book: PinStore,
  server: string,
  identity: string,
  { kind, name, digest }: Pick<Pin, 'kind' | 'name' | 'digest'>,
): boolean => {
  let accepted = false;
  book.change(server, identity, (pins) => {
    const pin = pins.get(pinKey(kind, name));
    // called again, it may stand on its own pin
    const isOwn = accepted && pin?.changed === undefined && pin?.digest === digest;
    accepted = isOwn || pin?.changed?.digest === digest;
    if (pin?.changed?.digest !== digest) return [];
    const { changed, ...rest } = pin;
    return [{ ...rest, digest, definition: changed.definition }];
  });
  return accepted;
};
