import { auditLogMessages } from '@callgate/messages/audit-log';
import { readCheckpoint, verifyCheckpoint } from '../record/checkpoint.ts';
import type { CheckpointText } from '../record/checkpoint.ts';
import type { Checkpoint } from '../record/audit-entry.ts';
import type { Frontier } from '../record/merkle.ts';
import type { AuditProblems } from './audit-problem.ts';

const texts = auditLogMessages.checkpoints;

/** A checkpoint that waits for the rows it covers. */
interface ExpectedCheckpoint {
  readonly text: CheckpointText;
  readonly anchored: boolean;
  readonly signed: boolean;
}

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
      problems.add({ code: 'CHECKPOINT', what: texts.none });
  }

  #take(checkpoint: Checkpoint, anchored: boolean, publicKey: Uint8Array | undefined): void {
    const name = anchored ? texts.anchored(checkpoint) : texts.stored(checkpoint);
    const code = anchored ? 'ANCHOR' : 'CHECKPOINT';
    if (publicKey !== undefined) {
      const verdict = verifyCheckpoint(publicKey, checkpoint);
      if (verdict.ok) this.#expected.push({ text: verdict.text, anchored, signed: true });
      else this.#problems.add({ code, what: texts.faults[verdict.why]({ checkpoint: name }) });
      return;
    }
    try {
      this.#expected.push({ text: readCheckpoint(checkpoint), anchored, signed: false });
    } catch {
      this.#problems.add({ code, what: texts.faults.unreadable({ checkpoint: name }) });
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
          what: anchored ? texts.anchoredDiffer(text) : texts.signedDiffer(text),
        });
    }
  }

  /** No more rows come. */
  finish(tree: Frontier): void {
    for (const { text, anchored } of this.#expected.slice(this.#next)) {
      if (anchored) this.isOlder = true;
      const lost = { size: text.size, missing: text.size - tree.size };
      this.#problems.add({
        code: anchored ? 'ANCHOR_ROWS' : 'CHECKPOINT_ROWS',
        what: anchored ? texts.anchoredMissing(lost) : texts.signedMissing(lost),
      });
    }
  }
}
