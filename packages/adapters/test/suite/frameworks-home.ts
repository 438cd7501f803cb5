import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from '../../../../material/install.ts';

/** The folder of the vendors' packages, installed as its lock file says. */
export const frameworksHome = (): Promise<string> => installed('frameworks');

/** A module of that folder. `T` is what its caller knows of it. */
export const loadModule = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(await frameworksHome(), path)).href)) as T;
