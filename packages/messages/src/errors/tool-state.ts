import { errorText } from '../text/error-text.ts';

const PINS_HELP = 'Restore the file from a backup, or review the tools of the server again and accept them.';
const STATE_HELP = 'Check the owner of the folder, its mode and the free space.';

/** Errors of the files in which Callgate keeps decisions about tools: pins, trust, what operators decided. */
export const toolStateErrors = {
  pinsUnreadable: ({ file }: { file: string }) =>
    errorText('PINS_DAMAGED', `Cannot read the pinned definitions in ${file}`, PINS_HELP),
  pinsChanged: ({ file }: { file: string }) =>
    errorText('PINS_DAMAGED', `The pinned definitions in ${file} do not match their digests`, PINS_HELP),
  pinsOfOther: ({ file }: { file: string }) =>
    errorText(
      'PINS_DAMAGED',
      `The pinned definitions in ${file} belong to another server`,
      'Restore the file from a backup.',
    ),
  decisionsUnreadable: ({ file }: { file: string }) =>
    errorText(
      'OPERATOR_DAMAGED',
      `Cannot read ${file}`,
      'Restore it from a backup. Or remove it, start Callgate again, and disable, override and review the tools again.',
    ),
  decisionsGone: ({ file }: { file: string }) =>
    errorText(
      'OPERATOR_DAMAGED',
      `The file ${file} is gone, and its content is unknown`,
      'Restore it from a backup, or start Callgate again and disable the tools again.',
    ),
  trustUnreadable: ({ file }: { file: string }) =>
    errorText(
      'TRUST_DAMAGED',
      `Cannot read ${file}`,
      'Restore it from a backup, or remove it and set the trust of servers again.',
    ),
  contractsUnreadable: ({ file }: { file: string }) =>
    errorText(
      'CONTRACTS_DAMAGED',
      `Cannot read ${file}`,
      'Remove it: it is written again by the next start.',
    ),
  violationsUnreadable: ({ file }: { file: string }) =>
    errorText(
      'VIOLATIONS_DAMAGED',
      `Cannot read ${file}`,
      'Restore it from a backup, or remove it to forget what sandboxes saw.',
    ),
  acceptedUnreadable: ({ file }: { file: string }) =>
    errorText(
      'ACCEPTED_DAMAGED',
      `Cannot read ${file}`,
      'Restore it from a backup, or remove it and accept the files again.',
    ),
  reasonMissing: () =>
    errorText('TOOL_REASON', 'A reason is required', 'Give one. It is written to the audit log.'),
  unreadableFast: ({ file }: { file: string }) =>
    errorText('STATE_FILE', `The file ${file} changes faster than Callgate can read it`, STATE_HELP),
  unwritableFast: ({ file }: { file: string }) =>
    errorText('STATE_FILE', `The file ${file} changes faster than Callgate can write it`, STATE_HELP),
  notListed: ({ file, code }: { file: string; code: string }) =>
    errorText('STATE_FILE', `Cannot look for ${file} (${code})`, STATE_HELP),
  unreadable: ({ file, code }: { file: string; code: string }) =>
    errorText('STATE_FILE', `Cannot read ${file} (${code})`, STATE_HELP),
  unwritable: ({ file, code }: { file: string; code: string }) =>
    errorText('STATE_FILE', `Cannot write ${file} (${code})`, STATE_HELP),
};
