import { CallgateError, display } from '@callgate/core';
import type { LabelName } from '@callgate/core/label';
import { LABEL_NAMES } from '@callgate/core/label';
import type { ArgsDef } from 'citty';
import { renameError } from '../desk/rename-error.ts';
import { openAccess } from '../desk/open-access.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  principal: { type: 'string', description: 'Whose context' },
  context: {
    type: 'string',
    description: 'Which context; absent: all of this principal that only a client names',
  },
  store: {
    type: 'string',
    description:
      'Instead of a context: what was written into `server NAME`, or `store NAME` as the operator called it',
  },
  label: { type: 'string', valueHint: 'private|untrusted', description: 'private or untrusted' },
  reason: { type: 'string', description: 'Why; it stands in the record' },
  json: { type: 'boolean', description: 'What was done as JSON' },
} as const satisfies ArgsDef;

const labelOf = (text: string): LabelName => {
  const found = LABEL_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError('OPTION_VALUE', `--label: there is no label \`${display(text, { max: 40 })}\``, {
    help: 'write private or untrusted',
  });
};

const told = (what: { readonly [name: string]: string }, label: LabelName, json: boolean): void =>
  write(json ? asciiJson({ ...what, label, declassified: true }) : `${label} is taken away`);

const takeFromStore = async (
  store: string,
  label: LabelName,
  reason: string,
  json: boolean,
): Promise<void> => {
  const access = await openAccess({ write: true });
  try {
    await access.operations.ask('sessions.declassifyStore', { store, label, reason }).catch(
      renameError('LABEL_CHANGED', 'STORE_UNLABELLED', {
        message: `${display(store, { max: 200 })} is not labelled ${label}`,
        help: 'stores are called `server NAME`, or `store NAME` where the operator named them',
      }),
    );
    told({ store }, label, json);
  } finally {
    await access.close();
  }
};

/** `callgate declassify` */
export const declassifyCommand: CommandEntry = commandEntry(
  'declassify',
  'Take one label from one context or store, by your name and for a reason',
  args,
  async ({ args: given }) => {
    const label = labelOf(requiredOption(given.label, 'label', 'declassify'));
    const reason = requiredOption(given.reason, 'reason', 'declassify');
    if (given.store !== undefined)
      return await takeFromStore(given.store, label, reason, given.json === true);
    const principal = requiredOption(given.principal, 'principal', 'declassify');
    const authenticated = given.context !== undefined;
    const access = await openAccess({ write: true });
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
      told(
        { principal, ...(given.context === undefined ? {} : { context: given.context }) },
        label,
        given.json === true,
      );
    } finally {
      await access.close();
    }
  },
);
