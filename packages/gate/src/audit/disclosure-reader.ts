import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { auditLogMessages } from '@callgate/messages/audit-log';
import type { StoreReader } from '../store/store-reader.ts';
import { LruCache } from '../store/rows/lru-cache.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import type { KeptDomain } from '../record/kept-text.ts';
import { findKeptDomain } from '../record/kept-text.ts';
import { ENTRY_PART, type EntryPart, EntryScanner } from '../record/entry-scanner.ts';

/** What a decision in a row was made on, as canonical JSON; null where it is not kept, or not what the row names. */
export interface EntryDisclosure {
  /** What was known of the tool: claims with their homes, trust, overrides, reviews, observations. */
  readonly tool: string | null;
  /** Beliefs with their grounds, facts, conflicts, and whether each condition counted. */
  readonly decision: string | null;
}

const REMEMBERED = 512;
const VISIBLE = /^\{[ -~]*\}$/;

/** Disclosures are kept once by digest, and rows name them. Joins them for a reader of rows. */
export class DisclosureReader {
  readonly #read: Pick<StoreReader, 'kept'>;
  readonly #scan: EntryScanner = new EntryScanner();
  readonly #texts: LruCache<{ readonly text: string | null }> = new LruCache(REMEMBERED);

  constructor(read: Pick<StoreReader, 'kept'>) {
    this.#read = read;
  }

  /** Undefined where the row tells of no decision. */
  async of({ bytes }: Pick<StoredEntry, 'bytes'>): Promise<EntryDisclosure | undefined> {
    if (!this.#scan.scan(bytes) || !this.#scan.has(ENTRY_PART.inputTool)) return undefined;
    const [tool, decision] = [this.#digest(ENTRY_PART.inputTool), this.#digest(ENTRY_PART.kept)];
    return {
      tool: await this.#text('tool-input', tool),
      decision: await this.#text('decision', decision),
    };
  }

  #digest(part: EntryPart): string {
    return this.#scan.text(part) ?? '';
  }

  async #text(domain: KeptDomain, digest: string): Promise<string | null> {
    const known = this.#texts.get(`${domain} ${digest}`);
    if (known !== undefined) return known.text;
    const text = await this.#read.kept(digest);
    const isBound = text !== undefined && VISIBLE.test(text) && findKeptDomain({ digest, text }) === domain;
    const found = { text: isBound ? text : null };
    this.#texts.set(`${domain} ${digest}`, found);
    return found.text;
  }
}

const objectIn = (text: string | null): JsonObject => {
  const value: Json = text === null ? {} : parseStrict(text);
  return isJsonObject(value) ? value : {};
};

const inside = (value: JsonObject, name: string): JsonObject => {
  const found = getOwn(value, name);
  return found !== undefined && isJsonObject(found) ? found : {};
};

const textIn = (value: JsonObject, name: string): string => {
  const found = getOwn(value, name);
  return typeof found === 'string' ? found : '';
};

/** By hint, what was claimed and where. */
const claimsIn = (tool: JsonObject): ReadonlyMap<string, readonly string[]> => {
  const claims = getOwn(inside(tool, 'claims'), 'answers');
  const found = new Map<string, string[]>();
  for (const claim of Array.isArray(claims) ? claims : [])
    if (isJsonObject(claim)) {
      const hint = textIn(claim, 'hint');
      found.set(hint, [
        ...(found.get(hint) ?? []),
        auditLogMessages.summary.claim({ answer: textIn(claim, 'answer'), home: textIn(claim, 'home') }),
      ]);
    }
  return found;
};

/** A disclosure in words: each hint of which anything is known with its belief, ground and claims. */
export const describeDisclosure = ({ tool, decision }: EntryDisclosure): { trust: string; hints: string } => {
  const known = objectIn(tool);
  const claimed = claimsIn(known);
  const hints = Object.entries(inside(objectIn(decision), 'beliefs')).flatMap(([hint, belief]) => {
    const { value, ground } = isJsonObject(belief)
      ? { value: textIn(belief, 'value'), ground: textIn(belief, 'ground') }
      : { value: '', ground: '' };
    const claims = claimed.get(hint);
    if (value === 'unknown' && claims === undefined) return [];
    return `${hint} ${value} (${ground}${claims === undefined ? '' : auditLogMessages.summary.claimed({ claims })})`;
  });
  return { trust: textIn(inside(known, 'server'), 'trust'), hints: hints.join('; ') };
};
