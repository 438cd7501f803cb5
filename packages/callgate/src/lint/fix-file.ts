import { extname } from 'node:path';
import type { ListedServer } from '@callgate/catalogue';
import type { Finding, LintOptions } from '@callgate/catalogue/lint';
import { applyFixes, lintServer } from '@callgate/catalogue/lint';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { scanErrors } from '@callgate/messages/errors/scan';
import { stringify } from 'yaml';
import { readDataFile } from '../catalogue/read-catalogue.ts';

export interface FixedServer {
  readonly server: ListedServer;
  readonly applied: readonly Finding[];
}

/** A fix may show what was hidden by what it fixed. */
const MOST_ROUNDS = 4;

/** Applies what describes or tightens, until nothing of it is left. */
export const fixServer = (server: ListedServer, options: LintOptions): FixedServer => {
  let { tools } = server;
  const applied: Finding[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const byTool = Map.groupBy(lintServer({ ...server, tools }, options), ({ tool }) => tool);
    const before = applied.length;
    const names = Map.groupBy(tools, (definition) => getOwn(definition, 'name'));
    tools = tools.map((definition) => {
      const name = getOwn(definition, 'name');
      // of two tools that are called the same, nobody can tell which one a finding is about
      const isOne = typeof name === 'string' && names.get(name)?.length === 1;
      const fixed = applyFixes(definition, isOne ? (byTool.get(name) ?? []) : []);
      applied.push(...fixed.applied);
      return fixed.definition;
    });
    if (applied.length === before) break;
  }
  return { server: { ...server, tools }, applied };
};

/** The tools of a list put back where they were; whatever is no tool stays as it is. */
const putBack = (list: readonly Json[], tools: readonly JsonObject[]): Json[] => {
  const rest = [...tools];
  if (list.filter(isJsonObject).length !== tools.length) throw new CallgateError(scanErrors.fixChanged());
  return list.map((entry) => (isJsonObject(entry) ? (rest.shift() ?? entry) : entry));
};

const withTools = (holder: JsonObject, tools: readonly JsonObject[]): JsonObject => {
  const list = getOwn(holder, 'tools');
  return Array.isArray(list) ? { ...holder, tools: putBack(list, tools) } : holder;
};

const inShapeOf = (content: Json, servers: readonly ListedServer[]): Json => {
  if (!isJsonObject(content)) return content;
  const [first] = servers;
  const entries = getOwn(content, 'servers');
  if (Array.isArray(entries))
    return {
      ...content,
      servers: entries.map((entry, at) =>
        isJsonObject(entry) ? withTools(entry, servers[at]?.tools ?? []) : entry,
      ),
    };
  const result = getOwn(content, 'result');
  return isJsonObject(result)
    ? { ...content, result: withTools(result, first?.tools ?? []) }
    : withTools(content, first?.tools ?? []);
};

/** What `--fix -o FILE` writes: the file that was read, or a tools/list answer where a server was asked. */
export const fixedText = (
  from: string | undefined,
  servers: readonly ListedServer[],
  output: string,
): string => {
  const [first] = servers;
  if (first === undefined || (from === undefined && servers.length > 1))
    throw new CallgateError(scanErrors.fixNothing({ path: display(output) }));
  const content: Json =
    from === undefined ? { tools: [...first.tools] } : inShapeOf(readDataFile(from), servers);
  return /^\.ya?ml$/u.test(extname(output)) ? stringify(content).trimEnd() : JSON.stringify(content, null, 2);
};
