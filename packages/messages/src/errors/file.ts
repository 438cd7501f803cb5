import { errorText } from '../text/error-text.ts';

const named = (path: string, isFolder: boolean): string => (isFolder ? `the folder ${path}` : path);

/** Errors of files that Callgate reads: who can write them. */
export const fileErrors = {
  writableByOthers: ({ path, isFolder, mode }: { path: string; isFolder: boolean; mode: string }) =>
    errorText(
      'FILE_WRITABLE_BY_OTHERS',
      `Other users can write ${named(path, isFolder)} (mode ${mode})`,
      `Check its content, then run \`chmod go-w ${path}\`.`,
    ),
  ofAnotherUser: ({
    path,
    isFolder,
    uid,
    variable,
  }: {
    path: string;
    isFolder: boolean;
    uid: number;
    variable: string;
  }) =>
    errorText(
      'FILE_OF_ANOTHER_USER',
      `User ${uid} owns ${named(path, isFolder)} and can change it`,
      `Make it yours with \`chown\`. If that user is you outside a container, start with ${variable}=${uid}.`,
    ),
};
