import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import type { ParseLimits } from '@callgate/core/receive';
import { digest, parseStrict } from '@callgate/core/receive';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import { logMessages } from '@callgate/messages/log';
import { z } from 'zod';
import type { Pin, PinStore, Pins } from './pin-store.ts';
import { pinKey, putPins } from './pin-store.ts';
import type { SettingsFile, SettingsFolder } from './settings-folder.ts';
import { openSettings } from './settings-folder.ts';

const LIMITS: ParseLimits = {
  bytes: 256 * 1024 * 1024,
  depth: 80,
  keys: 20_000_000,
  string: 4 * 1024 * 1024,
  array: 1_000_000,
};

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const object = z.custom<JsonObject>(isJsonObject, logMessages.shapes.notObject);
const time = z.int().nonnegative();

const schema = z.strictObject({
  v: z.literal(1),
  server: z.string(),
  identity: z.string(),
  pins: z.array(
    z.strictObject({
      kind: z.enum(['tool', 'prompt', 'template']),
      name: z.string(),
      digest: sha,
      definition: object,
      firstSeen: time,
      changed: z.strictObject({ digest: sha, definition: object, at: time }).exactOptional(),
    }),
  ),
});

const matchesDigest = ({ digest: said, definition }: { digest: string; definition: JsonObject }): boolean =>
  digestDefinition(definition).digest === said;

/** What is pinned under one alias for one command or url. */
export interface PinnedServer {
  readonly server: string;
  readonly identity: string;
  readonly pins: Pins;
}

const parse = (path: string, text: string): PinnedServer => {
  let content: z.infer<typeof schema>;
  try {
    content = schema.parse(parseStrict(text, LIMITS));
  } catch (cause) {
    throw new CallgateError(toolStateErrors.pinsUnreadable({ file: display(path) }), { cause });
  }
  const pins = new Map<string, Pin>();
  for (const entry of content.pins) {
    const key = pinKey(entry.kind, entry.name);
    const whole = matchesDigest(entry) && (entry.changed === undefined || matchesDigest(entry.changed));
    if (!whole || pins.has(key))
      throw new CallgateError(toolStateErrors.pinsChanged({ file: display(path) }));
    pins.set(key, entry);
  }
  return { server: content.server, identity: content.identity, pins };
};

const textOf = ({ server, identity, pins }: PinnedServer): string => {
  const list = [...pins.keys()].toSorted().flatMap((key) => pins.get(key) ?? []);
  const entries = list.map(({ changed, ...pin }) =>
    changed === undefined ? { ...pin } : { ...pin, changed: { ...changed } },
  );
  return `${canonical({ v: 1, server, identity, pins: entries })}\n`;
};

/** The alias is for people; the digest keeps aliases apart where file names ignore case. */
const nameOf = (server: string, identity: string): string =>
  `${server.replaceAll(/[^A-Za-z0-9_-]/g, '-')}.${digest('pins', [server, identity]).slice(7, 23)}`;

/** Pins in a folder, a file for every alias and what it stands for. Safe with several processes. */
export class PinFolder implements PinStore {
  readonly #folder: SettingsFolder;
  /** What was read last, by file: lists are read again often and pins change seldom. */
  readonly #parsed: Map<string, { readonly text: string; readonly pins: Pins }> = new Map();

  constructor(folder: string | SettingsFolder) {
    this.#folder = openSettings(folder);
  }

  read(server: string, identity: string): Pins {
    const file = this.#file(server, identity);
    return this.#parse(file, file.read().text, server, identity);
  }

  change(server: string, identity: string, change: (pins: Pins) => readonly Pin[]): Pins {
    const file = this.#file(server, identity);
    let after: Pins = new Map();
    file.change((text) => {
      const before = this.#parse(file, text, server, identity);
      after = putPins(before, change(before));
      if (after === before && (text !== null || before.size === 0)) return null;
      const made = textOf({ server, identity, pins: after });
      this.#parsed.set(file.path, { text: made, pins: after });
      return made;
    });
    return after;
  }

  forget(server: string, identity: string): void {
    this.#file(server, identity).change((text) =>
      text === null ? null : textOf({ server, identity, pins: new Map() }),
    );
  }

  /** Everything that is pinned, for those who look at it. Files that cannot be read are left out. */
  list(): readonly PinnedServer[] {
    const names = this.#folder.names().filter((name) => /\.[0-9a-f]{16}$/.test(name));
    return names.toSorted().flatMap((name) => {
      const file = this.#folder.file(name);
      try {
        const { text } = file.read();
        return text === null ? [] : [parse(file.path, text)];
      } catch {
        return [];
      }
    });
  }

  /** Different whenever something else would be read. */
  print(): string {
    return this.#folder.print();
  }

  #file(server: string, identity: string): SettingsFile {
    return this.#folder.file(nameOf(server, identity));
  }

  #parse(file: SettingsFile, text: string | null, server: string, identity: string): Pins {
    const known = this.#parsed.get(file.path);
    // Callgate never removes a file: what was pinned stays so, or a changed definition would be taken for the first
    if (text === null) return known?.pins ?? new Map();
    if (known?.text === text) return known.pins;
    const parsed = parse(file.path, text);
    if (parsed.server === server && parsed.identity === identity) {
      this.#parsed.set(file.path, { text, pins: parsed.pins });
      return parsed.pins;
    }
    throw new CallgateError(toolStateErrors.pinsOfOther({ file: display(file.path) }));
  }
}
