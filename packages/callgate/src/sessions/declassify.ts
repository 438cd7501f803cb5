import { display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { OperationParams } from '@callgate/operations/socket';
import { renameError } from '../inbox/rename-error.ts';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';

export interface LabelRemoval {
  readonly label: string;
  readonly reason: string;
  readonly json: boolean;
}

const declassify = async (
  params: OperationParams<'sessions.declassify'>,
  unlabelled: ErrorText,
  what: { readonly [name: string]: string },
  json: boolean,
): Promise<void> => {
  const { label } = params;
  const access = await openOperationsAccess({ write: true });
  try {
    await access.operations
      .ask('sessions.declassify', params)
      .catch(renameError('LABEL_CHANGED', unlabelled));
    write(
      json
        ? asciiJson({ ...what, label, declassified: true })
        : everydayMessages.sessions.declassified({ label }),
    );
  } finally {
    await access.close();
  }
};

export const declassifyStore = (store: string, { label, reason, json }: LabelRemoval): Promise<void> =>
  declassify(
    { store, label, reason },
    inboxErrors.storeUnlabelled({ store: display(store, { max: 200 }), label }),
    { store },
    json,
  );

/** Without a context: all of the principal that only a client names, which are one. */
export const declassifyContext = (
  principal: string,
  given: string | undefined,
  { label, reason, json }: LabelRemoval,
): Promise<void> => {
  const shown = display(principal, { max: 200 });
  return declassify(
    // ids that only a client sends are one context, whatever they are
    { principal, context: given ?? '-', authenticated: given !== undefined, label, reason },
    given === undefined
      ? inboxErrors.clientContextUnlabelled({ principal: shown, label })
      : inboxErrors.contextUnlabelled({ principal: shown, context: display(given, { max: 256 }), label }),
    { principal, ...(given === undefined ? {} : { context: given }) },
    json,
  );
};
