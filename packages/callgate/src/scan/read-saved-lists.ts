import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FailedServer, Finding, ListedServer } from '@callgate/catalogue';
import type { Json, JsonObject, TrustLevel } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { displayJson } from '@callgate/core/receive';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { authorMessages } from '@callgate/messages/cli/authors';
import { readCatalogue, readDataFile } from '../catalogue/read-catalogue.ts';
import { readToolsListAnswer } from '../catalogue/catalogue-schema.ts';
import type { FreeNames, ScanTargets } from './scan-target.ts';
import { NO_TARGETS } from './scan-target.ts';

const ENDING = /\.(?:json|ya?ml)(?:\.gz)?$/iu;

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new CallgateError(dataFileErrors.folderUnreadable({ path: display(folder) }), { cause });
  }
};

const filesAt = (path: string): readonly string[] => {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (cause) {
    throw new CallgateError(dataFileErrors.savedListUnreadable({ path: display(path) }), { cause });
  }
  if (!isFolder) return [path];
  const files = namesIn(path)
    .filter((name) => ENDING.test(name))
    .toSorted()
    .map((name) => join(path, name));
  if (files.length === 0) throw new CallgateError(dataFileErrors.noneInFolder({ path: display(path) }));
  return files;
};

const textAt = (content: JsonObject, key: string): string | undefined => {
  const result = getOwn(content, 'result');
  const found = getOwn(content, key) ?? (isJsonObject(result) ? getOwn(result, key) : undefined);
  return typeof found === 'string' ? found : undefined;
};

const listedFrom = (
  content: JsonObject,
  tools: readonly Json[],
  parts: Pick<ListedServer, 'server' | 'trust' | 'from'>,
): ListedServer => {
  const info = getOwn(content, 'serverInfo');
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

const rawTools = (entry: JsonObject): readonly Json[] => {
  const tools = getOwn(entry, 'tools');
  return Array.isArray(tools) ? tools : [];
};

/** The entries of a catalogue as they stand there: what is malformed in them is to be seen too. */
const entriesOf = (content: Json): readonly Json[] => {
  const servers = isJsonObject(content) ? getOwn(content, 'servers') : undefined;
  return Array.isArray(servers) ? servers : [];
};

interface SavedToolList {
  readonly server: ListedServer;
  readonly raw: readonly Json[];
}

const readFile = (
  path: string,
  trust: TrustLevel | undefined,
  names: FreeNames,
): readonly SavedToolList[] => {
  const content = readDataFile(path);
  const raw = readToolsListAnswer(content);
  if (isJsonObject(content) && raw !== undefined && !Object.hasOwn(content, 'servers')) {
    const parts = { server: names.take(nameOf(path)), trust: trust ?? 'untrusted', from: path };
    return [{ server: listedFrom(content, raw.tools, parts), raw: raw.tools }];
  }
  const entries = entriesOf(content);
  return readCatalogue(path, { trust: undefined }).servers.map((server, at) => {
    const entry = entries[at] ?? null;
    const tools = isJsonObject(entry) ? rawTools(entry) : [];
    const parts = { server: names.take(server.name), trust: trust ?? server.trust, from: path };
    return { server: listedFrom(isJsonObject(entry) ? entry : {}, tools, parts), raw: tools };
  });
};

const findMalformedTools = ({ server: { server }, raw }: SavedToolList): readonly Finding[] =>
  raw.flatMap((tool, at): Finding[] => {
    const name = isJsonObject(tool) ? getOwn(tool, 'name') : undefined;
    if (typeof name === 'string' && name !== '') return [];
    return [
      {
        rule: 'list/no-tool',
        severity: 'warning',
        server,
        tool: null,
        path: ['tools', at],
        message: isJsonObject(tool)
          ? authorMessages.scan.entryUnnamed({ number: at + 1, entry: displayJson(tool, { max: 200 }) })
          : authorMessages.scan.entryNotAnObject({ number: at + 1, entry: displayJson(tool, { max: 200 }) }),
        help: authorMessages.scan.diagnosisHelp,
      },
    ];
  });

const problemOf = (error: unknown, path: string): string => {
  const message = error instanceof Error ? error.message : String(error);
  const said = error instanceof CallgateError ? message : display(message, { max: 300 });
  return said.includes(display(path)) ? said : `${display(path)}: ${said}`;
};

/** Saved answers and catalogues: files, or all files of a folder. One that cannot be read costs itself. */
export const readSavedLists = (
  paths: readonly string[],
  trust: TrustLevel | undefined,
  names: FreeNames,
): ScanTargets => {
  const read: SavedToolList[] = [];
  const failed: FailedServer[] = [];
  const trying = (path: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      const problem = problemOf(error, path);
      failed.push({ name: names.take(nameOf(path)), trust: trust ?? 'untrusted', from: path, problem });
    }
  };
  for (const path of paths)
    trying(path, () => {
      for (const file of filesAt(path)) trying(file, () => read.push(...readFile(file, trust, names)));
    });
  return {
    ...NO_TARGETS,
    listed: read.map(({ server }) => server),
    failed,
    findings: read.flatMap(findMalformedTools),
  };
};
