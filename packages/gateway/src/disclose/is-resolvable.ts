import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';

/** The extension by which servers say more about single calls. */
export const RESOLUTION_KEY = 'io.modelcontextprotocol/tool-resolution';

/** The tool says that its effects depend on its arguments and that its server tells which. */
export const isResolvable = (definition: JsonObject): boolean => {
  const meta = getOwn(definition, '_meta');
  const marker = isJsonObject(meta) ? getOwn(meta, RESOLUTION_KEY) : undefined;
  return (
    (isJsonObject(marker) && getOwn(marker, 'resolvable') === true) || getOwn(definition, 'resolve') === true
  );
};
