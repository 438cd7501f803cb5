import { CallgateError } from '@callgate/core';
import type { VerifyOptions } from '@callgate/gate/audit';
import { verifyDatabase } from '@callgate/gate/audit';
import { openStoreReader } from '@callgate/gateway/store';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import type { ErrorText } from '@callgate/messages/text/error-text';

/** Throws `error` with the first problem where the audit log of a store is not intact. */
export const checkStore = async (
  place: string,
  { publicKey, anchors }: { readonly publicKey: Uint8Array | undefined } & Pick<VerifyOptions, 'anchors'>,
  error: (found: { problem: string }) => ErrorText,
): Promise<void> => {
  const { read, close } = await openStoreReader(place);
  try {
    const { ok, problems } = await verifyDatabase(read, place, {
      ...(anchors === undefined ? {} : { anchors }),
      ...(publicKey === undefined ? {} : { publicKey }),
    });
    if (ok) return;
    const [first] = problems;
    throw new CallgateError(
      error({
        problem: first === undefined ? setUpMessages.storeCopy.seeVerify : `${first.code}, ${first.what}`,
      }),
    );
  } finally {
    await close();
  }
};
