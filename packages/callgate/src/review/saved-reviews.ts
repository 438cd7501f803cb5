import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pack } from '@callgate/catalogue/packs';
import { PACKED_HINTS, packSchema, packText } from '@callgate/catalogue/packs';
import { CallgateError, LOCAL_PRINCIPAL, display } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { now } from '../input/now.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import type { ReviewTarget } from './review-target.ts';
import type { SavedTools } from './saved-tools.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

/** A pack has no answers that contradict each other: of those the careful one stays. */
const withoutConflict = (set: Answers): Answers => {
  const { destructive, reversible, ...rest } = set;
  if (rest['readOnly'] !== 'yes') return set;
  return destructive === 'yes' || reversible === 'no' ? { ...set, readOnly: 'no' } : rest;
};

const requireEmpty = (folder: string): void => {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return;
    throw new CallgateError(dataFileErrors.unwritable({ path: display(folder) }), { cause });
  }
  if (names.length > 0) throw new CallgateError(dataFileErrors.folderNotEmpty({ path: display(folder) }));
};

/** Reviews of saved lists: a pack for each server, bound to the definitions that were looked at. */
export class SavedReviews implements ReviewTarget {
  readonly hints: readonly string[] = PACKED_HINTS;
  readonly #folder: string;
  readonly #versions: SavedTools['versions'];
  readonly #at: string = new Date(now().at).toISOString();
  readonly #tools: Map<string, Map<string, Pack['tools'][string]>> = new Map();
  readonly #unsaved: Set<string> = new Set();

  /** The folder must be new or empty: a file that is there may be another reviewer's. */
  constructor(folder: string, { versions }: SavedTools) {
    requireEmpty(folder);
    this.#folder = folder;
    this.#versions = versions;
  }

  accept({ known: { server }, tool }: ReviewItem, set: Answers, reason: string): Promise<void> {
    const tools = this.#tools.get(server) ?? new Map<string, Pack['tools'][string]>();
    this.#tools.set(server, tools);
    tools.set(tool.name, {
      definition: digestDefinition(tool.definition).digest,
      set: withoutConflict(set),
      why: display(reason, { max: 500 }),
    });
    this.#unsaved.add(server);
    return Promise.resolve();
  }

  readonly save = (): void => {
    for (const server of this.#unsaved) {
      const path = join(this.#folder, `${server}.yaml`);
      const text = packText(packSchema.parse(this.#packOf(server)));
      try {
        mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
        writeFileSync(path, text, { mode: 0o600 });
      } catch (cause) {
        throw new CallgateError(dataFileErrors.unwritable({ path: display(path) }), { cause });
      }
      this.#unsaved.delete(server);
    }
  };

  /** The files that were written. */
  get paths(): readonly string[] {
    return [...this.#tools.keys()].map((server) => join(this.#folder, `${server}.yaml`));
  }

  #packOf(server: string): Pack {
    const version = this.#versions.get(server) ?? '';
    return {
      version: 1,
      server,
      serverVersion: /^[\w.+-]{1,100}$/u.test(version) ? version : 'unknown',
      reviewed: { by: LOCAL_PRINCIPAL.subject, at: this.#at },
      tools: Object.fromEntries(this.#tools.get(server) ?? []),
    };
  }
}
