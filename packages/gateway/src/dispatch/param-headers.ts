import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { encodeHeaderValue } from './http-headers.ts';

interface DeclaredHeader {
  readonly path: readonly string[];
  readonly header: string;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;
const MAX_TOOLS = 10_000;
const MAX_DEPTH = 16;

/** Which arguments of which tools a modern server wants repeated as `Mcp-Param-*`, as its list of tools says. */
export class ParamHeaders {
  readonly #tools = new Map<string, readonly DeclaredHeader[]>();

  /** Reads a page of `tools/list`. */
  note(list: JsonObject): void {
    const tools = getOwn(list, 'tools');
    if (!Array.isArray(tools)) return;
    for (const tool of tools as readonly Json[]) {
      if (!isJsonObject(tool)) continue;
      const name = getOwn(tool, 'name');
      if (typeof name !== 'string') continue;
      const schema = getOwn(tool, 'inputSchema');
      const declared = schema === undefined ? [] : declarations(schema, [], new Set());
      if (declared.length === 0) this.#tools.delete(name);
      else if (this.#tools.size < MAX_TOOLS || this.#tools.has(name)) this.#tools.set(name, declared);
    }
  }

  /** The headers of one call; what is absent, null or no plain value has none. */
  of(tool: string, args: JsonObject): Readonly<Record<string, string>> | undefined {
    const declared = this.#tools.get(tool);
    if (declared === undefined) return undefined;
    const headers: Record<string, string> = {};
    for (const { path, header } of declared) {
      const value = path.reduce<Json | undefined>(
        (at, key) => (isJsonObject(at) ? getOwn(at, key) : undefined),
        args,
      );
      if (typeof value === 'string') headers[`Mcp-Param-${header}`] = encodeHeaderValue(value);
      else if (typeof value === 'number' || typeof value === 'boolean') {
        headers[`Mcp-Param-${header}`] = String(value);
      }
    }
    return headers;
  }
}

/** Along `properties` only; two of the same name cancel out no rule of ours, so the first counts. */
const declarations = (
  schema: Json,
  path: readonly string[],
  seen: Set<string>,
): readonly DeclaredHeader[] => {
  if (!isJsonObject(schema) || path.length > MAX_DEPTH) return [];
  const header = getOwn(schema, 'x-mcp-header');
  const here: DeclaredHeader[] = [];
  if (
    path.length > 0 &&
    typeof header === 'string' &&
    TOKEN.test(header) &&
    !seen.has(header.toLowerCase())
  ) {
    seen.add(header.toLowerCase());
    here.push({ path, header });
  }
  const properties = getOwn(schema, 'properties');
  if (properties === undefined || !isJsonObject(properties)) return here;
  return [
    ...here,
    ...Object.entries(properties).flatMap(([key, child]) => declarations(child, [...path, key], seen)),
  ];
};
