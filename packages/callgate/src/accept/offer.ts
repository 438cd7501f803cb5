import { CallgateError } from '@callgate/core';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { askToApprove } from '../show/ask-to-approve.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';

/** Something that can be accepted, exactly as it is shown. */
export interface Offer {
  /** A policy is activated, everything else accepted. */
  readonly kind?: 'activate';
  /** What it is shown as. Safe to show. */
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Of everything that is accepted with it. */
  readonly digest: string;
  accept(): void | Promise<void>;
  /** Said when it was accepted. */
  readonly done: string;
}

/** Shows it and asks. Without a terminal the digest proves that it was read. */
export const presentOffer = async (
  offer: Offer,
  { digest, json }: { readonly digest: string | undefined; readonly json: boolean },
): Promise<void> => {
  if (digest !== undefined && digest !== offer.digest)
    throw new CallgateError(acceptErrors.changed({ digest: offer.digest }));
  if (json) write(asciiJson({ ...offer.json, digest: offer.digest, accepted: digest !== undefined }, 2));
  else if (digest === undefined) write(`${offer.text}\n\ndigest ${offer.digest}`);
  if (digest === undefined) {
    const { stdin, stdout } = process;
    if (json) return;
    if (!stdin.isTTY || !stdout.isTTY)
      throw new CallgateError(
        acceptErrors.noTerminal({ digest: offer.digest, kind: offer.kind ?? 'accept' }),
      );
    if (!(await askToApprove({ input: stdin, output: stdout, word: undefined }))) {
      write(setUpMessages.accept.nothing[offer.kind ?? 'accept']);
      process.exitCode = 1;
      return;
    }
  }
  await offer.accept();
  if (!json) write(offer.done);
};
