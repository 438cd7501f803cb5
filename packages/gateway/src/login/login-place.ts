import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const loginFolder = (home: string): string => join(home, 'logins');

/** A sign-in counts for one address, whatever its server is called. */
export const loginId = (url: string): string =>
  hash('sha256', `callgate:login:v1\n${new URL(url).href}`, 'hex').slice(0, 32);

export const hasLogin = (home: string, url: string): boolean =>
  existsSync(join(loginFolder(home), `${loginId(url)}.json`));
