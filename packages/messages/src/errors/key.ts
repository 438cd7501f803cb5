import { errorText } from '../text/error-text.ts';

/** Errors of keys and of what is sealed with them. */
export const keyErrors = {
  notFile: ({ path }: { path: string }) =>
    errorText('KEY_FILE', `The key file ${path} is not a file`, 'Give the path of a file.'),
  tooLarge: ({ path }: { path: string }) =>
    errorText('KEY_FILE', `The file ${path} is too large for a key file`, 'Give the path of a key file.'),
  readableByOthers: ({ path, mode }: { path: string; mode: string }) =>
    errorText(
      'KEY_FILE',
      `Other users can read the key file ${path} (mode ${mode})`,
      'If no one did, run `chmod 600` on it. If someone may have, move it away: Callgate makes a new one.',
    ),
  ofAnotherUser: ({ path }: { path: string }) =>
    errorText('KEY_FILE', `The key file ${path} belongs to another user`, 'Use your own key file.'),
  invalid: ({ path }: { path: string }) =>
    errorText(
      'KEY_FILE',
      `The file ${path} is not a key file`,
      'Restore it from a backup. Without it, sealed values stay sealed.',
    ),
  unreadable: ({ path, cause }: { path: string; cause: string }) =>
    errorText('KEY_FILE', `The key file ${path} cannot be read (${cause})`, 'Check its owner and its mode.'),
  notCreated: ({ path, cause }: { path: string; cause: string }) =>
    errorText(
      'KEY_FILE',
      `The key file ${path} cannot be created (${cause})`,
      'Give a folder that you can write to.',
    ),
  removed: ({ path }: { path: string }) =>
    errorText(
      'KEY_FILE',
      `The key file ${path} was created and removed by another process`,
      'Find out which process writes to its folder.',
    ),
  missing: ({ path }: { path: string }) =>
    errorText(
      'KEY_FILE',
      `There is no key file ${path}`,
      'Give the path of the key file that is beside the database.',
    ),
  publicInvalid: () =>
    errorText(
      'KEY_PUBLIC',
      'It is not an Ed25519 public key',
      'Give the .pub file beside the key file (PEM, BEGIN PUBLIC KEY).',
    ),
  textInvalid: () =>
    errorText(
      'SECRET_TEXT',
      'Text with half of a surrogate pair cannot be sealed',
      'Seal whole Unicode characters.',
    ),
  sealedUnreadable: () =>
    errorText(
      'SECRET_SEALED',
      'A sealed value cannot be opened',
      'It was changed, moved to another place, or sealed with another key. Use the key file of this audit log.',
    ),
  sealedDamaged: () =>
    errorText('SECRET_SEALED', 'A sealed value is damaged', 'It was changed. Verify the audit log.'),
};
