import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';

const TYPE = 'unreadable';

/** Stands for a value that cannot be read: it may hold anything, and no text can be compared with it. */
export const unreadable = (code: string): JsonObject => ({ type: TYPE, code });

export const isUnreadable = (value: Json): boolean => isJsonObject(value) && own(value, 'type') === TYPE;
