import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, isJsonObject, own } from '@callgate/core';
import { definitionDigest } from '@callgate/core/disclose';
import type { CallRow } from '@callgate/gate/record';
import type { Gateway } from '@callgate/gateway';
import type { ToolWords } from '../api/inbox.ts';
import type { PinnedServers } from '../tools/known-servers.ts';

const MAX_WORDS = 2000;

type NamedTool = Pick<CallRow, 'kind' | 'server' | 'target' | 'definition'>;

export type FindDefinition = (row: NamedTool) => JsonObject | undefined;

type View = ReturnType<Gateway['catalogue']['viewFor']>;

const byTool = new WeakMap<View, ReadonlyMap<string, JsonObject>>();

const keyOf = (server: string, name: string): string => JSON.stringify([server, name]);

const definitionsOf = (view: View): ReadonlyMap<string, JsonObject> => {
  const known = byTool.get(view);
  if (known !== undefined) return known;
  const made = new Map<string, JsonObject>();
  for (const { name } of view.tools) {
    const target = typeof name === 'string' ? view.tool(name) : undefined;
    if (target !== undefined) made.set(keyOf(target.server, target.name), target.definition);
  }
  byTool.set(view, made);
  return made;
};

/** Definitions of the tools that are offered now; of servers that other processes serve, as they were last seen. */
export const offeredDefinitions = (
  { catalogue }: Pick<Gateway, 'catalogue'>,
  pinned: Pick<PinnedServers, 'list'>,
): FindDefinition => {
  const seenElsewhere: FindDefinition = ({ server, target, definition }) =>
    pinned
      .list()
      .filter((each) => each.server === server)
      .flatMap(({ pins }) => [...pins.values()])
      .flatMap((pin) => (pin.kind === 'tool' && pin.name === target ? [pin, pin.changed ?? pin] : []))
      .find(({ digest }) => digest === definition)?.definition;
  return (row) => {
    if (row.kind !== 'tool') return undefined;
    const offered = definitionsOf(catalogue.viewFor(LOCAL_PRINCIPAL)).get(keyOf(row.server, row.target));
    return offered ?? (isServedHere(catalogue, row.server) ? undefined : seenElsewhere(row));
  };
};

/** This process has read the lists of the server, so it knows what is offered. */
export const isServedHere = (catalogue: Pick<Gateway['catalogue'], 'identity'>, server: string): boolean =>
  catalogue.identity(server) !== undefined;

const textOf = (definition: JsonObject, key: string): string | null => {
  const value = own(definition, key);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_WORDS) : null;
};

/** What the server says of its tool to people, if the tool is still defined as it was when the call was decided. */
export const toolWords = (find: FindDefinition, row: NamedTool): ToolWords | null => {
  const definition = find(row);
  if (definition === undefined || definitionDigest(definition).digest !== row.definition) return null;
  const annotations = own(definition, 'annotations');
  const title =
    textOf(definition, 'title') ??
    (annotations !== undefined && isJsonObject(annotations) ? textOf(annotations, 'title') : null);
  return { title, description: textOf(definition, 'description') };
};
