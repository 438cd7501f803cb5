import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';

const TYPE = 'unreadable';

/** Stands for a value that cannot be read: it may hold anything, and no text can be compared with it. */
export const unreadableMark = (code: string): JsonObject => ({ type: TYPE, code });

export const isUnreadable = (value: Json): boolean => isJsonObject(value) && getOwn(value, 'type') === TYPE;
