import type { JsonObject } from '@callgate/core';

/** A definition as a server lists it, of a set whose author had not seen the rules. */
export interface UnseenSample {
  readonly language: string;
  readonly tool: JsonObject;
}

/** An input schema whose properties are strings: their descriptions, or more of them. */
export const inputs = (properties: Readonly<Record<string, string | JsonObject>> = {}): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, said]) => [
      name,
      typeof said === 'string' ? { type: 'string', description: said } : { type: 'string', ...said },
    ]),
  ),
});
