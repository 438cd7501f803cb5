import type { JsonObject } from '@callgate/core';

const URL_ELICITATION = -32_042;

/** The SDKs hand one kind of error on to clients as it is. */
export const isForClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === URL_ELICITATION;

/** What a handler threw, as an answer that a model can read. */
export const failure = (error: unknown): JsonObject => ({
  isError: true,
  content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
});
