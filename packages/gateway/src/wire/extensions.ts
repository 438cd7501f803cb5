import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';

/** Whether one side declares an extension among its capabilities. */
export const hasExtension = (capabilities: JsonObject, name: string): boolean => {
  const extensions = getOwn(capabilities, 'extensions');
  return isJsonObject(extensions) && Object.hasOwn(extensions, name);
};

/** What a client answered to a question of a legacy server, as it is judged and posted. */
export const SERVER_ANSWER_KEY = 'dev.callgate/answer';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
