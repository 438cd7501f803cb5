import type { KeptDomain } from '../record/kept.ts';
import { keptDomain } from '../record/kept.ts';
import type { Part, RowScan } from '../record/scan-row.ts';
import type { RecordReader } from './verify.ts';
import type { Problems } from './verify-problem.ts';

interface Reference {
  readonly domain: KeptDomain;
  readonly seq: number;
}

/** Which kept texts rows refer to, and the first row that does. */
export class References {
  readonly #first: Map<string, Reference> = new Map();
  readonly #mixed: Set<string> = new Set();

  readonly #last: Map<KeptDomain, string> = new Map();

  /** A part of a row that names something kept. Mostly it names what the row before named. */
  note(domain: KeptDomain, scan: RowScan, part: Part, seq: number): void {
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

  entries(): Iterable<readonly [string, Reference]> {
    return this.#first.entries();
  }

  of(digest: string): Reference | undefined {
    return this.#first.get(`"${digest}"`);
  }

  isMixed(raw: string): boolean {
    return this.#mixed.has(raw);
  }
}

const BATCH = 1000;

/** Every kept text is what its digest says, some row refers to it, and what rows refer to is kept. */
export const verifyKept = async (
  reader: RecordReader,
  references: References,
  rows: number,
  problems: Problems,
): Promise<number> => {
  const there = new Set<string>();
  for (let after = ''; ;) {
    const digests = await reader.keptDigests(after, BATCH);
    for (const digest of digests) {
      there.add(`"${digest}"`);
      await verifyOne(reader, references, digest, rows, problems);
    }
    const last = digests.at(-1);
    if (last === undefined) break;
    after = last;
  }
  for (const [raw, { seq, domain }] of references.entries()) {
    if (!there.has(raw))
      problems.add({ code: 'KEPT_MISSING', seq, what: `the ${domain} it refers to is not kept` });
    if (references.isMixed(raw))
      problems.add({
        code: 'KEPT_DOMAIN',
        seq,
        what: 'rows refer to the same kept text as different things',
      });
  }
  return there.size;
};

const verifyOne = async (
  reader: RecordReader,
  references: References,
  digest: string,
  rows: number,
  problems: Problems,
): Promise<void> => {
  const text = (await reader.kept(digest)) ?? '';
  const domain = keptDomain({ digest, text });
  const reference = references.of(digest);
  if (domain === undefined)
    problems.add({
      code: 'KEPT_DIGEST',
      ...at(reference),
      what: `the kept text ${digest} is not what its digest says`,
    });
  else if (reference === undefined) {
    // somebody may have written since the rows were read
    if ((await reader.head()).seq === rows)
      problems.add({ code: 'KEPT_UNUSED', what: `no row refers to the kept text ${digest}` });
  } else if (reference.domain !== domain)
    problems.add({
      code: 'KEPT_DOMAIN',
      seq: reference.seq,
      what: `it takes a kept ${domain} for a ${reference.domain}`,
    });
};

const at = (reference: Reference | undefined): { readonly seq?: number } =>
  reference === undefined ? {} : { seq: reference.seq };
