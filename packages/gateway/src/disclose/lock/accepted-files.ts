import { CallgateError } from '@callgate/core';
import { digestText } from '@callgate/core/receive';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import { z } from 'zod';
import { ListFile } from '../list-file.ts';

/** Files that may relax something and can lie where anybody writes: in a workspace. */
export type AcceptedFileKind = 'config' | 'policy' | 'lock' | 'pack';

/** The digest of a file's whole text, comments included: what is accepted is what was looked at. */
export const acceptedDigest = (kind: AcceptedFileKind, text: string): string =>
  digestText(`${kind}-file`, text);

export interface AcceptedFile {
  readonly kind: AcceptedFileKind;
  readonly digest: string;
  /** Where it lay, for people. */
  readonly path: string;
  readonly at: number;
}

/** What the operator of this machine accepted, by digest. It lies in Callgate's own folder, never in a workspace. */
export class AcceptedFiles {
  readonly #file: ListFile<AcceptedFile>;

  constructor(folder: string) {
    this.#file = new ListFile(folder, {
      name: 'accepted',
      key: 'accepted',
      list: z.array(
        z.strictObject({
          kind: z.enum(['config', 'policy', 'lock', 'pack']),
          digest: z.string(),
          path: z.string(),
          at: z.int().nonnegative(),
        }),
      ),
      unreadable: toolStateErrors.acceptedUnreadable,
    });
  }

  /** False too where what was accepted cannot be read any more. */
  isAccepted(kind: AcceptedFileKind, text: string): boolean {
    const digest = acceptedDigest(kind, text);
    try {
      return this.list().some((one) => one.kind === kind && one.digest === digest);
    } catch (error) {
      if (error instanceof CallgateError) return false;
      throw error;
    }
  }

  accept(
    kind: AcceptedFileKind,
    text: string,
    from: { readonly path: string; readonly at: number },
  ): AcceptedFile {
    const accepted = { kind, digest: acceptedDigest(kind, text), path: from.path, at: from.at };
    this.#file.change((all) =>
      all.some((one) => one.kind === kind && one.digest === accepted.digest) ? null : [...all, accepted],
    );
    return accepted;
  }

  /** Takes it back; what it relaxed is strict again where it is read next. */
  withdraw(digest: string): void {
    this.#file.change((all) => all.filter((one) => one.digest !== digest));
  }

  list(): readonly AcceptedFile[] {
    return this.#file.read();
  }
}
