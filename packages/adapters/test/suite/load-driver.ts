import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from '../../../../material/install.ts';
import type { Driver } from './driver.ts';

/** The driver of a framework, once the vendors' packages are there. */
export const loadDriver = async (framework: string): Promise<Driver> => {
  const file = join(await installed('frameworks'), framework, 'driver.ts');
  const { driver } = (await import(pathToFileURL(file).href)) as { readonly driver: Driver };
  return driver;
};
