import { aliasProblem } from '../disclose/names.ts';

/** Whether a server may be called so: `server__tool` must have one reading only. */
export const isAlias = (name: string): boolean => aliasProblem(name) === undefined;

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
