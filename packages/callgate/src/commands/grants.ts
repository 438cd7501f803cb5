import type { LabelName } from '@callgate/core/label';
import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import { openOperationsAccess } from '../desk/open-operations-access.ts';
import { readAllPages } from '../desk/read-all-pages.ts';
import { flagOption, textOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write, writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

/** What an operation refuses, by the code and in the words of the command that asked. Other errors pass. */
const renameError =
  (from: string, code: string, { message, help }: { readonly message: string; readonly help: string }) =>
  (error: unknown): never => {
    throw error instanceof CallgateError && error.code === from
      ? new CallgateError(code, message, { help })
      : error;
  };

const parseFinding = (text: string): 'happened' | 'did-not-happen' => {
  if (text === 'happened' || text === 'did-not-happen') return text;
  throw new CallgateError('OPTION_VALUE', `--as: \`${display(text, { max: 40 })}\` is neither of the two`, {
    help: 'write happened or did-not-happen',
  });
};

const labelOf = (text: string): LabelName => {
  const found = LABEL_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError('OPTION_VALUE', `--label: there is no label \`${display(text, { max: 40 })}\``, {
    help: 'write private or untrusted',
  });
};

const printRemovedLabel = (
  what: { readonly [name: string]: string },
  label: LabelName,
  json: boolean,
): void => write(json ? asciiJson({ ...what, label, declassified: true }) : `${label} is taken away`);

const removeStoreLabel = async (
  store: string,
  label: LabelName,
  reason: string,
  json: boolean,
): Promise<void> => {
  const access = await openOperationsAccess({ write: true });
  try {
    await access.operations.ask('sessions.declassifyStore', { store, label, reason }).catch(
      renameError('LABEL_CHANGED', 'STORE_UNLABELLED', {
        message: `${display(store, { max: 200 })} is not labelled ${label}`,
        help: 'stores are called `server NAME`, or `store NAME` where the operator named them',
      }),
    );
    printRemovedLabel({ store }, label, json);
  } finally {
    await access.close();
  }
};

export const commands: Commands = {
  grants: command(
    {
      all: flagOption('Those that are used up, over or taken back too'),
      json: flagOption('One grant a line as JSON'),
    },
    async (given) => {
      const access = await openOperationsAccess({ write: false });
      try {
        let count = 0;
        const live = given.all !== true;
        for await (const { grant, words } of readAllPages((page) =>
          access.operations.ask('inbox.grants', { ...page, live }),
        )) {
          count += 1;
          await writeAndWait(
            given.json === true ? asciiJson(grant) : `${bold(display(grant.id, { max: 128 }))}\n  ${words}\n`,
          );
        }
        if (count === 0 && given.json !== true)
          write(live ? 'no grant counts now' : 'no grant was ever given');
      } finally {
        await access.close();
      }
    },
  ),
  'grant revoke': command(
    {
      grant: { type: 'positional', required: true, description: 'The id of the grant' },
      reason: textOption('Why; it stands in the record'),
      json: flagOption('What was done as JSON'),
    },
    async (given) => {
      const reason = requiredOption(given.reason, 'reason', 'grant revoke');
      const access = await openOperationsAccess({ write: true });
      try {
        await access.operations.ask('inbox.revoke', { grant: given.grant, reason }).catch(
          renameError('GRANT_CHANGED', 'GRANT_OVER', {
            message: `there is no grant ${display(given.grant, { max: 128 })}, or it was taken back`,
            help: 'see callgate grants --all',
          }),
        );
        write(
          given.json === true
            ? asciiJson({ grant: given.grant, revoked: true, reason })
            : `taken back: ${display(given.grant, { max: 128 })}`,
        );
      } finally {
        await access.close();
      }
    },
  ),
  settle: command(
    {
      call: { type: 'positional', required: true, description: 'The id of the call' },
      as: textOption('What you found out: happened or did-not-happen', {
        valueHint: 'happened|did-not-happen',
      }),
      reason: textOption('How you know; it stands in the record'),
      json: flagOption('What was done as JSON'),
    },
    async (given) => {
      const as = parseFinding(requiredOption(given.as, 'as', 'settle'));
      const reason = requiredOption(given.reason, 'reason', 'settle');
      const access = await openOperationsAccess({ write: true });
      try {
        await access.operations.ask('inbox.settle', { call: given.call, as, reason }).catch(
          renameError('CALL_CHANGED', 'CALL_SETTLED', {
            message: `${display(given.call, { max: 128 })} is no call whose outcome nobody knows, or somebody has settled it`,
            help: 'see callgate status',
          }),
        );
        write(
          given.json === true
            ? asciiJson({ call: given.call, settled: as, reason })
            : `settled as ${as}: ${display(given.call, { max: 128 })}`,
        );
      } finally {
        await access.close();
      }
    },
  ),
  declassify: command(
    {
      principal: textOption('Whose context'),
      context: textOption('Which context; absent: all of this principal that only a client names'),
      store: textOption(
        'Instead of a context: what was written into `server NAME`, or `store NAME` as the operator called it',
      ),
      label: textOption('private or untrusted', { valueHint: 'private|untrusted' }),
      reason: textOption('Why; it stands in the record'),
      json: flagOption('What was done as JSON'),
    },
    async (given) => {
      const label = labelOf(requiredOption(given.label, 'label', 'declassify'));
      const reason = requiredOption(given.reason, 'reason', 'declassify');
      if (given.store !== undefined)
        return await removeStoreLabel(given.store, label, reason, given.json === true);
      const principal = requiredOption(given.principal, 'principal', 'declassify');
      const authenticated = given.context !== undefined;
      const access = await openOperationsAccess({ write: true });
      try {
        // ids that only a client sends are one context, whatever they are
        const context = given.context ?? '-';
        if (
          !(await access.operations.ask('sessions.declassifyContext', {
            principal,
            context,
            authenticated,
            label,
            reason,
          }))
        )
          throw new CallgateError(
            'CONTEXT_UNKNOWN',
            `${display(principal, { max: 200 })} has no context ${given.context === undefined ? 'that only a client names' : display(given.context, { max: 256 })} that is labelled ${label}`,
            { help: 'callgate inbox --json tells the principal and context of each call' },
          );
        printRemovedLabel(
          { principal, ...(given.context === undefined ? {} : { context: given.context }) },
          label,
          given.json === true,
        );
      } finally {
        await access.close();
      }
    },
  ),
};
