import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';

export const CONFIG_NAME = 'callgate.yaml';

export interface FoundConfig {
  readonly path: string;
  /** The operator named it, or keeps it in Callgate's own folder. One that merely lay here may be anybody's. */
  readonly own: boolean;
}

/** The named file; else the one in the current folder; else the one in Callgate's folder. */
export const findConfig = (
  given: string | undefined,
  folders: { readonly here: string; readonly home: string },
): FoundConfig => {
  if (given !== undefined) return { path: resolve(folders.here, given), own: true };
  const [here, home] = [join(folders.here, CONFIG_NAME), join(folders.home, CONFIG_NAME)];
  if (existsSync(here)) return { path: here, own: here === home };
  if (existsSync(home)) return { path: home, own: true };
  throw new CallgateError(homeErrors.configAbsentHere({ name: CONFIG_NAME, folder: display(folders.home) }));
};
