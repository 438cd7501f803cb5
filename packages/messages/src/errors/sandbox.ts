import { errorText } from '../text/error-text.ts';

/** Errors of sandboxes that servers are started in. */
export const sandboxErrors = {
  start: ({ backend, why }: { backend: string; why: string }) =>
    errorText(
      'SANDBOX_START',
      `The sandbox (${backend}) did not start: ${why}`,
      'Run `callgate doctor` to see which sandboxes work on this machine.',
    ),
  folder: ({ folder }: { folder: string }) =>
    errorText(
      'SANDBOX_FOLDER',
      `A sandboxed server cannot work in ${folder}`,
      'Name an existing folder by its absolute path, without links. It cannot be the whole disk or inside a hidden folder.',
    ),
  unsupported: ({ backend, what }: { backend: string; what: string }) =>
    errorText(
      'SANDBOX_UNSUPPORTED',
      `The sandbox (${backend}) cannot do this: ${what}`,
      'Remove the setting, or use a machine where bubblewrap works.',
    ),
  destination: ({ text }: { text: string }) =>
    errorText(
      'SANDBOX_DESTINATION',
      `The destination ${text} is not a host with a port`,
      'Write `host:port`, such as `localhost:5432` or `[::1]:5432`.',
    ),
};
