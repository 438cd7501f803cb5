import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, isJsonObject, getOwn } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import type { CallRow } from '@callgate/gate/record';
import type { Gateway } from '@callgate/gateway';
import type { ToolTexts } from '../api/inbox.ts';
import type { PinnedServers } from '../tools/known-servers.ts';

const MAX_WORDS = 2000;

type CalledDefinition = Pick<CallRow, 'kind' | 'server' | 'target' | 'definition'>;

export type DefinitionLookup = (row: CalledDefinition) => JsonObject | undefined;

type CatalogueView = ReturnType<Gateway['catalogue']['viewFor']>;

const byTool = new WeakMap<CatalogueView, ReadonlyMap<string, JsonObject>>();

const keyOf = (server: string, name: string): string => JSON.stringify([server, name]);

const definitionsOf = (view: CatalogueView): ReadonlyMap<string, JsonObject> => {
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
): DefinitionLookup => {
  const seenElsewhere: DefinitionLookup = ({ server, target, definition }) =>
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
  const value = getOwn(definition, key);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_WORDS) : null;
};

/** What the server says of its tool to people, if the tool is still defined as it was when the call was decided. */
export const toolTexts = (find: DefinitionLookup, row: CalledDefinition): ToolTexts | null => {
  const definition = find(row);
  if (definition === undefined || digestDefinition(definition).digest !== row.definition) return null;
  const annotations = getOwn(definition, 'annotations');
  const title =
    textOf(definition, 'title') ??
    (annotations !== undefined && isJsonObject(annotations) ? textOf(annotations, 'title') : null);
  return { title, description: textOf(definition, 'description') };
};
