import { errorText } from '../text/error-text.ts';

const unavailable = (message: string) =>
  errorText('PREVIEW_UNAVAILABLE', message, 'Decide about the call without a preview.');

/** Errors of previews, commits and undo of file changes. */
export const fileChangeErrors = {
  // preview
  specialFile: ({ path }: { path: string }) => unavailable(`No file, folder or link: ${path}`),
  nameUnreadable: ({ folder }: { folder: string }) => unavailable(`A name in ${folder} is not valid UTF-8`),
  unreadable: ({ path, cause }: { path: string; cause: string }) =>
    unavailable(`Cannot read ${path}: ${cause}`),
  mountInside: ({ path }: { path: string }) => unavailable(`Another file system is mounted at ${path}`),
  tooManyChanges: ({ most }: { most: number }) => unavailable(`The call changes more than ${most} paths`),
  tooManyBytes: ({ most }: { most: number }) =>
    unavailable(`The call changes more than ${most} bytes of files`),
  viewFailed: ({ cause }: { cause: string }) =>
    unavailable(`The changes of the call cannot be read: ${cause}`),

  // commit and undo
  conflict: ({ path }: { path: string }) =>
    errorText(
      'FILE_CONFLICT',
      `Something else changed ${path}`,
      'Nothing was written. Look at the file, and make the call again if it is still wanted.',
    ),
  applyFailed: ({ path, cause }: { path: string; cause: string }) =>
    errorText('FILE_CHANGE_FAILED', `Cannot change ${path}: ${cause}`, 'All files are as before.'),
  notRestored: ({ paths }: { paths: string }) =>
    errorText(
      'FILES_NOT_RESTORED',
      `Something else changed files during an interrupted change: ${paths}`,
      'Compare these files. Their earlier content is in the undo journal.',
    ),
  pathUnsafe: ({ path }: { path: string }) => errorText('FILE_PATH', `Not a path inside its folder: ${path}`),

  // journal
  unknown: ({ call }: { call: string }) =>
    errorText(
      'UNDO_UNKNOWN',
      `The undo journal has no file changes of call ${call}`,
      'They may be too old. `callgate undo` lists what can be undone.',
    ),
  wrongState: ({ call, state }: { call: string; state: string }) =>
    errorText('UNDO_STATE', `The file changes of call ${call} are ${state}`),
  busy: () =>
    errorText('UNDO_BUSY', 'Another process changes files of the undo journal', 'Try again in a minute.'),
  damaged: ({ path }: { path: string }) =>
    errorText('UNDO_DAMAGED', `The undo journal is damaged: ${path}`, 'Remove its folder.'),
};
