import { errorText } from '../text/error-text.ts';

/** Errors of files that commands read and write. */
export const dataFileErrors = {
  unreadable: ({ path }: { path: string }) =>
    errorText('FILE_UNREADABLE', `Cannot read ${path}`, 'Check the path.'),
  folderUnreadable: ({ path }: { path: string }) =>
    errorText('FILE_UNREADABLE', `Cannot read ${path}`, 'Check that you may read this folder.'),
  savedListUnreadable: ({ path }: { path: string }) =>
    errorText(
      'FILE_UNREADABLE',
      `Cannot read ${path}`,
      'Name a saved tools/list answer, a catalogue, or a folder of them.',
    ),
  noneInFolder: ({ path }: { path: string }) =>
    errorText('FILE_UNREADABLE', `There is no .json or .yaml file in ${path}`),
  gzipBroken: ({ path }: { path: string }) =>
    errorText('FILE_UNREADABLE', `File ${path} is not a complete gzip file`, 'Compress it again.'),
  notUtf8: ({ path }: { path: string }) =>
    errorText('FILE_UNREADABLE', `File ${path} is not UTF-8`, 'Save it as UTF-8.'),
  tooLargeForProof: ({ path }: { path: string }) =>
    errorText('FILE_TOO_LARGE', `File ${path} is too large for a proof`),
  unwritable: ({ path }: { path: string }) =>
    errorText('FILE_UNWRITABLE', `Cannot write ${path}`, 'Give a path in a folder that you may write.'),
  folderNotEmpty: ({ path }: { path: string }) =>
    errorText('FILE_UNWRITABLE', `The folder ${path} is not empty`, 'Name a new folder with --output.'),
  numberLost: ({ key }: { key: string }) =>
    errorText('FILE_YAML', `The number at \`${key}\` cannot be written in JSON`),
  yaml: ({ path, problem }: { path: string; problem: string }) =>
    errorText('FILE_YAML', `${path}: ${problem}`),
  durations: ({ path }: { path: string }) =>
    errorText(
      'DURATIONS_SHAPE',
      `File ${path} is not a valid file of durations`,
      'Write {"tool": [milliseconds, …], …}.',
    ),
};
