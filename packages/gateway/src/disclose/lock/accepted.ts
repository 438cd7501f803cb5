import { CallgateError, canonical, display } from '@callgate/core';
import { digestText, parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { VersionedFile } from '../versioned-file.ts';

/** Files that may relax something and can lie where anybody writes: in a workspace. */
export type AcceptedKind = 'config' | 'policy' | 'lock' | 'pack';

/** The digest of a file's whole text, comments included: what is accepted is what was looked at. */
export const acceptedDigest = (kind: AcceptedKind, text: string): string => digestText(`${kind}-file`, text);

export interface Accepted {
  readonly kind: AcceptedKind;
  readonly digest: string;
  /** Where it lay, for people. */
  readonly path: string;
  readonly at: number;
}

const schema: z.ZodType<{ readonly v: 1; readonly accepted: readonly Accepted[] }> = z.strictObject({
  v: z.literal(1),
  accepted: z.array(
    z.strictObject({
      kind: z.enum(['config', 'policy', 'lock', 'pack']),
      digest: z.string(),
      path: z.string(),
      at: z.int().nonnegative(),
    }),
  ),
});

/** What the operator of this machine accepted, by digest. It lies in Callgate's own folder, never in a workspace. */
export class AcceptedFiles {
  readonly #file: VersionedFile;

  constructor(folder: string) {
    this.#file = new VersionedFile(folder, 'accepted');
  }

  /** False too where what was accepted cannot be read any more. */
  isAccepted(kind: AcceptedKind, text: string): boolean {
    const digest = acceptedDigest(kind, text);
    try {
      return this.list().some((one) => one.kind === kind && one.digest === digest);
    } catch (error) {
      if (error instanceof CallgateError) return false;
      throw error;
    }
  }

  accept(kind: AcceptedKind, text: string, from: { readonly path: string; readonly at: number }): Accepted {
    const accepted = { kind, digest: acceptedDigest(kind, text), path: from.path, at: from.at };
    this.#file.change((before) => {
      const all = this.#parse(before);
      const known = all.some((one) => one.kind === kind && one.digest === accepted.digest);
      return known ? null : this.#text([...all, accepted]);
    });
    return accepted;
  }

  /** Takes it back; what it relaxed is strict again where it is read next. */
  withdraw(digest: string): void {
    this.#file.change((before) => this.#text(this.#parse(before).filter((one) => one.digest !== digest)));
  }

  list(): readonly Accepted[] {
    return this.#parse(this.#file.read().text);
  }

  #parse(text: string | null): readonly Accepted[] {
    if (text === null) return [];
    try {
      return schema.parse(parseStrict(text)).accepted;
    } catch (cause) {
      throw new CallgateError('ACCEPTED_DAMAGED', `${display(this.#file.path)} cannot be read`, {
        help: 'put it back from a backup, or remove it and accept the files again',
        cause,
      });
    }
  }

  #text(accepted: readonly Accepted[]): string {
    return `${canonical({ v: 1, accepted: accepted.map((one) => ({ ...one })) })}\n`;
  }
}
