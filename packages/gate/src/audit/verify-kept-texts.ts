import { auditLogMessages } from '@callgate/messages/audit-log';
import type { KeptDomain } from '../record/kept-text.ts';
import { findKeptDomain } from '../record/kept-text.ts';
import type { EntryPart, EntryScanner } from '../record/entry-scanner.ts';
import type { AuditLogReader } from './verify-audit-log.ts';
import type { AuditProblems } from './audit-problem.ts';

const texts = auditLogMessages.keptText;

interface KeptReference {
  readonly domain: KeptDomain;
  readonly seq: number;
}

/** Which kept texts rows refer to, and the first row that does. */
export class KeptReferences {
  readonly #first: Map<string, KeptReference> = new Map();
  readonly #mixed: Set<string> = new Set();

  readonly #last: Map<KeptDomain, string> = new Map();

  /** A part of a row that names something kept. Mostly it names what the row before named. */
  note(domain: KeptDomain, scan: EntryScanner, part: EntryPart, seq: number): void {
    const last = this.#last.get(domain);
    if (last !== undefined && scan.isRaw(part, last)) return;
    const raw = scan.raw(part);
    this.#last.set(domain, raw);
    this.add(domain, raw, seq);
  }

  /** `raw`: the digest as it stands in the row, in quotes. */
  add(domain: KeptDomain, raw: string, seq: number): void {
    const known = this.#first.get(raw);
    if (known === undefined) this.#first.set(raw, { domain, seq });
    else if (known.domain !== domain) this.#mixed.add(raw);
  }

  entries(): Iterable<readonly [string, KeptReference]> {
    return this.#first.entries();
  }

  of(digest: string): KeptReference | undefined {
    return this.#first.get(`"${digest}"`);
  }

  isMixed(raw: string): boolean {
    return this.#mixed.has(raw);
  }
}

const BATCH = 1000;

/** Every kept text is what its digest says, some row refers to it, and what rows refer to is kept. */
export const verifyKeptTexts = async (
  reader: AuditLogReader,
  references: KeptReferences,
  rows: number,
  problems: AuditProblems,
  isWhole: boolean,
): Promise<number> => {
  const there = new Set<string>();
  for (let after = ''; ;) {
    const digests = await reader.keptDigests(after, BATCH);
    for (const digest of digests) {
      there.add(`"${digest}"`);
      await verifyOne(reader, references, digest, rows, problems, isWhole);
    }
    const last = digests.at(-1);
    if (last === undefined) break;
    after = last;
  }
  for (const [raw, { seq, domain }] of references.entries()) {
    if (!there.has(raw)) problems.add({ code: 'KEPT_MISSING', seq, what: texts.missing({ kind: domain }) });
    if (references.isMixed(raw))
      problems.add({
        code: 'KEPT_DOMAIN',
        seq,
        what: texts.ambiguous,
      });
  }
  return there.size;
};

const verifyOne = async (
  reader: AuditLogReader,
  references: KeptReferences,
  digest: string,
  rows: number,
  problems: AuditProblems,
  isWhole: boolean,
): Promise<void> => {
  const text = (await reader.kept(digest)) ?? '';
  const domain = findKeptDomain({ digest, text });
  const reference = references.of(digest);
  if (domain === undefined)
    problems.add({
      code: 'KEPT_DIGEST',
      ...at(reference),
      what: texts.changed({ digest }),
    });
  else if (reference === undefined) {
    // another process may have written since the rows were read
    if (isWhole && (await reader.head()).seq === rows)
      problems.add({ code: 'KEPT_UNUSED', what: texts.unused({ digest }) });
  } else if (reference.domain !== domain)
    problems.add({
      code: 'KEPT_DOMAIN',
      seq: reference.seq,
      what: texts.otherKind({ kind: domain, expected: reference.domain }),
    });
};

const at = (reference: KeptReference | undefined): { readonly seq?: number } =>
  reference === undefined ? {} : { seq: reference.seq };
