import type { LabelName } from '@callgate/core/label';
import { CallgateError, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import { renameError } from '../desk/rename-error.ts';
import { openOperationsAccess } from '../desk/open-operations-access.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';

export interface LabelRemoval {
  readonly label: LabelName;
  readonly reason: string;
  readonly json: boolean;
}

const tell = (what: { readonly [name: string]: string }, { label, json }: LabelRemoval): void =>
  write(
    json
      ? asciiJson({ ...what, label, declassified: true })
      : everydayMessages.sessions.declassified({ label }),
  );

export const declassifyStore = async (store: string, wanted: LabelRemoval): Promise<void> => {
  const { label, reason } = wanted;
  const access = await openOperationsAccess({ write: true });
  try {
    await access.operations
      .ask('sessions.declassifyStore', { store, label, reason })
      .catch(
        renameError(
          'LABEL_CHANGED',
          inboxErrors.storeUnlabelled({ store: display(store, { max: 200 }), label }),
        ),
      );
    tell({ store }, wanted);
  } finally {
    await access.close();
  }
};

/** Without a context: all of the principal that only a client names, which are one. */
export const declassifyContext = async (
  principal: string,
  given: string | undefined,
  wanted: LabelRemoval,
): Promise<void> => {
  const { label, reason } = wanted;
  const access = await openOperationsAccess({ write: true });
  try {
    const changed = await access.operations.ask('sessions.declassifyContext', {
      principal,
      // ids that only a client sends are one context, whatever they are
      context: given ?? '-',
      authenticated: given !== undefined,
      label,
      reason,
    });
    if (!changed)
      throw new CallgateError(
        given === undefined
          ? inboxErrors.clientContextUnlabelled({ principal: display(principal, { max: 200 }), label })
          : inboxErrors.contextUnlabelled({
              principal: display(principal, { max: 200 }),
              context: display(given, { max: 256 }),
              label,
            }),
      );
    tell({ principal, ...(given === undefined ? {} : { context: given }) }, wanted);
  } finally {
    await access.close();
  }
};
