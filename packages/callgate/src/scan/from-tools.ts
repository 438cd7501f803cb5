import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FailedServer, ListedServer } from '@callgate/catalogue';
import type { Json, JsonObject, Trust } from '@callgate/core';
import { CallgateError, display, isJsonObject, own } from '@callgate/core';
import { readCatalogue, readDataFile } from '../catalogue/read.ts';
import { rawAnswer } from '../catalogue/schema.ts';
import type { FreeNames, Targets } from './target.ts';

const ENDING = /\.(?:json|ya?ml)(?:\.gz)?$/iu;

const filesAt = (path: string): readonly string[] => {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (cause) {
    throw new CallgateError('FILE_UNREADABLE', `${display(path)} cannot be read`, {
      help: 'name a saved tools/list answer, a catalogue, or a folder of them',
      cause,
    });
  }
  if (!isFolder) return [path];
  const files = readdirSync(path)
    .filter((name) => ENDING.test(name))
    .toSorted()
    .map((name) => join(path, name));
  if (files.length === 0)
    throw new CallgateError('FILE_UNREADABLE', `there is no .json or .yaml file in ${display(path)}`);
  return files;
};

const textAt = (content: JsonObject, key: string): string | undefined => {
  const result = own(content, 'result');
  const found = own(content, key) ?? (isJsonObject(result) ? own(result, key) : undefined);
  return typeof found === 'string' ? found : undefined;
};

const listedFrom = (
  content: JsonObject,
  tools: readonly Json[],
  parts: Pick<ListedServer, 'server' | 'trust' | 'from'>,
): ListedServer => {
  const info = own(content, 'serverInfo');
  const instructions = textAt(content, 'instructions');
  return {
    ...parts,
    ...(isJsonObject(info) ? { info } : {}),
    ...(instructions === undefined ? {} : { instructions }),
    tools: tools.filter(isJsonObject),
  };
};

/** An alias is the operator's: what a server calls itself is not. */
const nameOf = (path: string): string => basename(path).replace(ENDING, '') || 'server';

const readFile = (path: string, trust: Trust | undefined, names: FreeNames): readonly ListedServer[] => {
  const content = readDataFile(path);
  const raw = rawAnswer(content);
  if (isJsonObject(content) && raw !== undefined && !Object.hasOwn(content, 'servers'))
    return [
      listedFrom(content, raw.tools, {
        server: names.take(nameOf(path)),
        trust: trust ?? 'untrusted',
        from: path,
      }),
    ];
  return readCatalogue(path, { trust: undefined }).servers.map((server) => ({
    server: names.take(server.name),
    trust: trust ?? server.trust,
    from: path,
    tools: server.definitions,
  }));
};

const problemOf = (error: unknown): string => {
  if (!(error instanceof CallgateError)) throw error;
  return error.message;
};

/** Saved answers and catalogues: files, or all files of a folder. One that cannot be read costs itself. */
export const fromTools = (paths: readonly string[], trust: Trust | undefined, names: FreeNames): Targets => {
  const listed: ListedServer[] = [];
  const failed: FailedServer[] = [];
  for (const path of paths.flatMap(filesAt))
    try {
      listed.push(...readFile(path, trust, names));
    } catch (error) {
      const problem = problemOf(error);
      failed.push({ name: names.take(nameOf(path)), trust: trust ?? 'untrusted', from: path, problem });
    }
  return { listed, targets: [], failed };
};
