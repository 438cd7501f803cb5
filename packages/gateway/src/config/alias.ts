import { configErrors } from '@callgate/messages/errors/config';

/** `server__tool` must have one reading only; `host-…` is what the tools of hosts are known by. */
const ALIAS = /^(?!_)(?!host-)(?!.*__)[A-Za-z0-9_-]{1,64}(?<!_)$/;

export const isAlias = (name: string): boolean => ALIAS.test(name);

export const aliasProblem = (alias: string): string | undefined =>
  isAlias(alias) ? undefined : configErrors.servers.alias({ alias }).help;

/** The alias nearest to a name that is none; undefined where nothing is left of it. */
export const aliasFrom = (name: string): string | undefined => {
  const alias = name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 64)
    .replace(/[_-]+$/, '');
  return isAlias(alias) ? alias : undefined;
};
