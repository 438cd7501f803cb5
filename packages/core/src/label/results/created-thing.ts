import type { Json, JsonObject } from '../../receive/json.ts';
import type { TracedTool } from '../traced-tool.ts';
import type { ActionKind } from '../../user-message/language.ts';
import type { SeenResult } from './seen-result.ts';
import { findSoleRecord } from './seen-record.ts';
import { isIdentifierArgument, findArgumentResource } from '../../user-message/parsed-tool-name.ts';
import { readResultData, isErrorResult } from './result-data.ts';
import { listScalars } from './list-scalars.ts';

/** Something that did not exist before this session. */
export interface CreatedThing {
  readonly server: string;
  readonly resource: string;
  readonly id: string;
}

const MAX_ID = 300;
/** They take what they are told: it was there before. */
const HANDING_IN: ReadonlySet<string> = new Set(
  'attach email forward mail post publish send share submit upload'.split(' '),
);
const MAKING: ReadonlySet<ActionKind> = new Set(['create', 'send', 'book', 'pay']);

/** What the result of a making call tells of: one record with an identifier that was not handed in. A list was there before. */
const inResult = (tool: TracedTool, args: JsonObject, result: Json): readonly string[] => {
  const [data, ...more] = readResultData(result);
  if (data === undefined || more.length > 0) return [];
  const record = findSoleRecord(data, tool.name.resource);
  if (record === undefined || record.resource !== tool.name.resource) return [];
  const given = new Set(listScalars(args, Infinity));
  return record.ids.filter((id) => !given.has(id));
};

/** What a making call was told to call the thing it makes. What is sent was there before. */
const inArguments = (tool: TracedTool, args: JsonObject): readonly string[] =>
  HANDING_IN.has(tool.name.verb)
    ? []
    : (tool.places.valuesOf(args) ?? [])
        .filter(({ role, name }) => (role === 'object' || role === 'critical') && isIdentifierArgument(name))
        .filter(({ name }) => findArgumentResource(name, tool.name) === tool.name.resource)
        .map(({ value }) => String(value));

/** What a call made. A call that may destroy is not one that makes: it may answer with what it changed. */
export const findCreatedThings = (
  tool: TracedTool,
  args: JsonObject,
  seen: SeenResult,
): readonly CreatedThing[] => {
  const { resource, deeds } = tool.name;
  if (!tool.mutates || tool.destroys || !tool.believed || resource === '' || isErrorResult(seen.result))
    return [];
  if (!deeds.some((deed) => MAKING.has(deed))) return [];
  const ids = [...(seen.whole ? inResult(tool, args, seen.result) : []), ...inArguments(tool, args)];
  return ids
    .filter((id) => id !== '' && id.length <= MAX_ID)
    .map((id) => ({ server: seen.server, resource, id }));
};
