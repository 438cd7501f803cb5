import { CallgateError } from '@callgate/core';
import { policyMessages } from '@callgate/messages/cli/policy';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import { askToApprove } from '../show/ask-to-approve.ts';
import { write } from '../show/style.ts';

/**
 * Whether the user looked: a terminal asks, elsewhere the digest of what they read is required.
 * Throws where nobody did.
 */
export const confirmReviewed = async (
  text: string,
  digest: string,
  given: string | undefined,
): Promise<boolean> => {
  if (given !== undefined && given !== digest) throw new CallgateError(toolReviewErrors.changed({ digest }));
  if (given !== undefined) return true;
  write(`${text}\n\ndigest ${digest}`);
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) throw new CallgateError(toolReviewErrors.noTerminal({ digest }));
  if (await askToApprove({ input: stdin, output: stdout, word: undefined })) return true;
  write(policyMessages.review.unchanged);
  process.exitCode = 1;
  return false;
};
