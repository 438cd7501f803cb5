import { CallgateError, display } from '@callgate/core';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { commandErrors } from '@callgate/messages/errors/command';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import { optionErrors } from '@callgate/messages/errors/option';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { readAllPages } from '../inbox/read-all-pages.ts';
import { flagOption, textOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write, writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';
import { renameError } from '../inbox/rename-error.ts';

const { grants: texts } = everydayMessages;

const unknownGrant = (id: string): ErrorText =>
  inboxErrors.grantUnknown({ grant: display(id, { max: 128 }) });

const revoke = async (grant: string, reason: string, json: boolean): Promise<void> => {
  const access = await openOperationsAccess({ write: true });
  try {
    await access.operations
      .ask('inbox.revoke', { grant, reason })
      .catch(renameError('GRANT_CHANGED', unknownGrant(grant)));
    write(
      json
        ? asciiJson({ grant, revoked: true, reason })
        : texts.revoked({ id: display(grant, { max: 128 }) }),
    );
  } finally {
    await access.close();
  }
};

/** All grants, those that count, or one. */
const list = async (only: string | undefined, live: boolean, json: boolean): Promise<void> => {
  const access = await openOperationsAccess({ write: false });
  try {
    let count = 0;
    for await (const { grant, words } of readAllPages((page) =>
      access.operations.ask('inbox.grants', { ...page, live }),
    )) {
      if (only !== undefined && grant.id !== only) continue;
      count += 1;
      await writeAndWait(json ? asciiJson(grant) : `${bold(display(grant.id, { max: 128 }))}\n  ${words}\n`);
    }
    if (count > 0) return;
    if (only !== undefined) throw new CallgateError(unknownGrant(only));
    if (!json) write(live ? texts.noneInForce : texts.never);
  } finally {
    await access.close();
  }
};

export const commands: Commands = {
  grants: command(
    {
      grant: { type: 'positional', required: false, description: texts.grant },
      all: flagOption(texts.all),
      revoke: flagOption(texts.revoke),
      reason: textOption(texts.reason),
      json: flagOption(texts.json),
    },
    async (given) => {
      const [grant, ...others] = given._;
      const json = given.json === true;
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'grants', extra: display(others[0]) }),
        );
      if (given.revoke !== true) {
        if (given.reason !== undefined)
          throw new CallgateError(optionErrors.needsOption({ name: 'reason', needed: 'revoke' }));
        return await list(grant, given.all !== true && grant === undefined, json);
      }
      if (grant === undefined) throw new CallgateError(commandErrors.grantMissing());
      await revoke(grant, requiredOption(given.reason, 'reason', 'grants'), json);
    },
  ),
};
