import { accessSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { desktopProgram } from './desktop-program.ts';
import type { NotifyConfig } from './gateway-config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A person who sits at the machine and answers a question at once gets no notification. */
const AFTER_MS = 10_000;

const isSet = (text: string | undefined): boolean => text !== undefined && text !== '';

const isInstalled = (command: string, path: string): boolean =>
  path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });

/** A person's own account: no automation, no test, no other home than theirs. */
const isOwnAccount = (env: Environment, home: string): boolean =>
  !isSet(env['CI']) && !isSet(env['VITEST']) && !isSet(env['CALLGATE_HOME']) && env['HOME'] === home;

const homeOfAccount = (): string | undefined => {
  try {
    return userInfo().homedir;
  } catch {
    // an account without an entry, as in a container
    return undefined;
  }
};

/**
 * How the person at this machine is told where nothing is configured: on their desktop, if there is one. `home` is the
 * home of the account itself, whatever the environment says.
 */
export const defaultNotify = (
  env: Environment,
  {
    platform = process.platform,
    home = homeOfAccount(),
  }: { readonly platform?: NodeJS.Platform; readonly home?: string | undefined } = {},
): readonly NotifyConfig[] => {
  if (home === undefined || env['CALLGATE_DESKTOP'] === 'off' || !isOwnAccount(env, home)) return [];
  const program = desktopProgram(platform, env);
  return program !== undefined && isInstalled(program, env['PATH'] ?? '')
    ? [{ by: 'desktop', afterMs: AFTER_MS, isOptional: true }]
    : [];
};
