import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Json } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import { isPreset } from '@callgate/policy';
import { readDataFile } from './read-catalogue.ts';

/** Every kind of file that people write or keep. */
export const FILE_KINDS = ['policy', 'tests', 'manifest', 'tools', 'config', 'lock', 'pack'] as const;
export type ReadFileKind = (typeof FILE_KINDS)[number];

const contentOf = (path: string): Json => {
  try {
    return readDataFile(path);
  } catch (error) {
    if (error instanceof CallgateError) return null;
    throw error;
  }
};

/** Keys of a configuration that no other file has. */
const CONFIG_KEYS = ['mcpServers', 'policy', 'approvals', 'clients', 'listing', 'http', 'store', 'console'];

const NAMES: readonly (readonly [name: RegExp, kind: ReadFileKind])[] = [
  [/\.test\.(?:ya?ml|json)$/, 'tests'],
  [/^callgate\.lock\.ya?ml$/, 'lock'],
  [/^callgate\.ya?ml$/, 'config'],
  [/(?:^|[.-])policy\.ya?ml$/, 'policy'],
];

export const kindByWrittenName = (path: string): ReadFileKind | undefined =>
  NAMES.find(([pattern]) => pattern.test(basename(path)))?.[1];

/** A file that cannot be read, or says nothing of its own: its name tells, else it is a policy. */
const kindByName = (path: string): ReadFileKind => kindByWrittenName(path) ?? 'policy';

export const kindByContent = (content: Json): ReadFileKind | undefined => {
  if (!isJsonObject(content)) return undefined;
  const has = (key: string): boolean => Object.hasOwn(content, key);
  if (has('manifest')) return 'manifest';
  if (has('cases') || has('traces')) return 'tests';
  if (has('version') && has('reviewed')) return 'pack';
  if (has('version') && has('servers')) return 'lock';
  if (has('rules') || has('extends')) return 'policy';
  // a list of servers, or a configuration that should have a map
  if (Array.isArray(content['servers']) && CONFIG_KEYS.some(has)) return 'config';
  if (Array.isArray(content['servers']) || has('tools') || has('result')) return 'tools';
  return has('servers') || CONFIG_KEYS.some(has) ? 'config' : undefined;
};

/** What a file is, by what is in it. */
export const fileKind = (path: string): ReadFileKind => {
  if (isPreset(path)) return 'policy';
  if (path === '-') return 'manifest';
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return 'tools';
  // a pipe can be read once
  return (found?.isFile() === true ? kindByContent(contentOf(path)) : undefined) ?? kindByName(path);
};
