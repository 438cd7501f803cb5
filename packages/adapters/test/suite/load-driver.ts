import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Driver } from './driver.ts';
import { frameworksHome } from './frameworks-home.ts';

/** A driver of a framework, once the vendors' packages are there. */
export const loadDriver = async (framework: string, name = 'driver.ts'): Promise<Driver> => {
  const file = join(await frameworksHome(), framework, name);
  const { driver } = (await import(pathToFileURL(file).href)) as { readonly driver: Driver };
  return driver;
};
