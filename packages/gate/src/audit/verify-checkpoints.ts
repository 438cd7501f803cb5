import { readCheckpoint, verifyCheckpoint } from '../record/checkpoint.ts';
import type { CheckpointText } from '../record/checkpoint.ts';
import type { Checkpoint } from '../record/audit-entry.ts';
import type { Frontier } from '../record/merkle.ts';
import type { AuditProblems } from './audit-problem.ts';

/** A checkpoint that waits for the rows it covers. */
interface ExpectedCheckpoint {
  readonly text: CheckpointText;
  readonly anchored: boolean;
  readonly signed: boolean;
}

const WHY = {
  unreadable: 'is not one that Callgate wrote',
  'other-key': 'was signed with another key',
  signature: 'has a signature that is not of its key',
} as const;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** Holds the growing tree against every checkpoint, those in the store and those anchored outside. */
export class CheckpointVerifier {
  readonly #expected: ExpectedCheckpoint[] = [];
  readonly #problems: AuditProblems;
  #next = 0;
  readonly count: number;
  signedRows = 0;
  anchoredRows = 0;
  /** An anchor remembers rows that are not there. */
  isOlder = false;

  constructor(
    stored: readonly Checkpoint[],
    anchors: readonly Checkpoint[],
    publicKey: Uint8Array | undefined,
    problems: AuditProblems,
  ) {
    this.#problems = problems;
    this.count = stored.length;
    for (const checkpoint of stored) this.#take(checkpoint, false, publicKey);
    for (const checkpoint of anchors) this.#take(checkpoint, true, publicKey);
    this.#expected.sort((one, other) => one.text.size - other.text.size);
    if (stored.length + anchors.length > 0 && this.#expected.length === 0)
      problems.add({ code: 'CHECKPOINT', what: 'not one checkpoint can be believed' });
  }

  #take(checkpoint: Checkpoint, anchored: boolean, publicKey: Uint8Array | undefined): void {
    const name = `${anchored ? 'the anchored' : 'the'} checkpoint of row ${checkpoint.size}`;
    const code = anchored ? 'ANCHOR' : 'CHECKPOINT';
    if (publicKey !== undefined) {
      const verdict = verifyCheckpoint(publicKey, checkpoint);
      if (verdict.ok) this.#expected.push({ text: verdict.text, anchored, signed: true });
      else this.#problems.add({ code, what: `${name} ${WHY[verdict.why]}` });
      return;
    }
    try {
      this.#expected.push({ text: readCheckpoint(checkpoint), anchored, signed: false });
    } catch {
      this.#problems.add({ code, what: `${name} ${WHY.unreadable}` });
    }
  }

  /** The tree has grown by one row, whose hash is `head`. */
  reached(tree: Frontier, head: Uint8Array): void {
    for (;;) {
      const expected = this.#expected[this.#next];
      if (expected === undefined || expected.text.size > tree.size) return;
      this.#next += 1;
      const { text, anchored, signed } = expected;
      if (sameBytes(tree.root(), text.root) && sameBytes(head, text.head)) {
        if (signed) this.signedRows = text.size;
        if (anchored) this.anchoredRows = text.size;
      } else
        this.#problems.add({
          code: anchored ? 'ANCHOR_ROOT' : 'CHECKPOINT_ROOT',
          what: `rows 1 to ${text.size} are not those that ${anchored ? 'an anchor remembered' : 'were signed'}: some were changed, or written anew`,
        });
    }
  }

  /** No more rows come. */
  finish(tree: Frontier): void {
    for (const { text, anchored } of this.#expected.slice(this.#next)) {
      if (anchored) this.isOlder = true;
      this.#problems.add({
        code: anchored ? 'ANCHOR_ROWS' : 'CHECKPOINT_ROWS',
        what: `of rows 1 to ${text.size}, ${text.size - tree.size} are missing: ${anchored ? 'an anchor remembered them' : 'a checkpoint covers them'}`,
      });
    }
  }
}
