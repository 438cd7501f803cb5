import type { Json, JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { canonicalCached } from '@callgate/core/receive';

/** The canonical text of a plain value. `canonical` itself refuses what is not JSON. */
export const toStoredJson = (value: object): string => canonical(value as Json);

/** The same for a value that many calls share, such as a decision that is remembered for a tool. */
export const toSharedJson = (value: object): string => canonicalCached(value as JsonObject);
