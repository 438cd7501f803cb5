import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import { optionErrors } from '@callgate/messages/errors/option';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { StoreLocation } from '@callgate/gate/store';
import { getStoreAddress, parseStoreLocation } from '@callgate/gate/store';
import { writeLogLine } from '../show/log.ts';
import { CONFIG_NAME } from './find-config.ts';
import { homePaths } from './home-paths.ts';

let warned = false;

/** A password on a command line is taken, and said once to be seen there by everybody on the machine. */
export const warnOfPassword = (given: string): void => {
  if (warned || parseStoreLocation(given).password === undefined) return;
  warned = true;
  writeLogLine({
    level: 'warning',
    code: 'STORE_PASSWORD_SHOWN',
    message: serveMessages.passwordShown,
  });
};

type StoreEnvironment = Readonly<Record<string, string | undefined>>;

/** The store named with --store or CALLGATE_STORE, which wins over the configuration. */
export const readNamedStore = (env: StoreEnvironment, given?: string): StoreLocation | undefined => {
  if (given === '') throw new CallgateError(optionErrors.store());
  if (given !== undefined) warnOfPassword(given);
  const named = given ?? env['CALLGATE_STORE'] ?? '';
  return named === '' ? undefined : parseStoreLocation(named);
};

/** Most configurations say nothing of a store, and need not be understood to know that. */
const hasStoreSetting = (path: string): boolean =>
  existsSync(path) && /\bstore["']?\s*:/.test(readFileSync(path, 'utf8'));

/**
 * Where the store of this user's gates is: what was named, what the given configuration or that in Callgate's folder says, else the
 * file in that folder. For opening: it may have a password in it, and `displayStoreLocation` has none.
 */
export const locateHomeStore = async (
  env: StoreEnvironment,
  given?: string,
  config?: string,
): Promise<string> => {
  const named = readNamedStore(env, given);
  if (named !== undefined) return getStoreAddress(named);
  const { folder, database } = homePaths(env);
  const path = config === undefined ? join(folder, CONFIG_NAME) : resolve(config);
  if (config !== undefined && !existsSync(path))
    throw new CallgateError(homeErrors.configAbsent({ path: display(path) }));
  if (!hasStoreSetting(path)) return database;
  const { loadStoreConfig } = await import('@callgate/gateway/config');
  const read = await loadStoreConfig(path, { home: folder, env });
  if (read.ok) return getStoreAddress(read.store);
  const { formatProblem } = await import('@callgate/policy');
  throw new CallgateError('CONFIG_INVALID', read.problems.map(formatProblem).join('\n'));
};
