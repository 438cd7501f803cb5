import type { Finding, LintOptions } from '@callgate/catalogue/lint';
import { lintServer } from '@callgate/catalogue/lint';
import type { JsonObject } from '@callgate/core';

export const makeTool = (name: string, description: string, more: JsonObject = {}): JsonObject => ({
  name,
  title: 'A title',
  description,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

export const withHints = (annotations: JsonObject, _meta?: JsonObject): JsonObject => ({
  annotations,
  ...(_meta === undefined ? {} : { _meta }),
});

export const withArguments = (properties: JsonObject): JsonObject => ({
  inputSchema: { type: 'object', properties },
});

export const lintDefinitions = (tools: readonly JsonObject[], options?: LintOptions): readonly Finding[] =>
  lintServer({ server: 'notes', trust: 'untrusted', from: 'a test', tools }, options);

export const findingsOf = (rule: string, ...tools: JsonObject[]): readonly Finding[] =>
  lintDefinitions(tools).filter((finding) => finding.rule === rule);

export const READ: JsonObject = { readOnlyHint: true, openWorldHint: false };
export const WRITE: JsonObject = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const GOOD: readonly JsonObject[] = [
  makeTool('get_note', 'Get a note by its id', withHints(READ)),
  makeTool('create_note', 'Create a note', withHints(WRITE, { reversibleHint: true })),
  makeTool(
    'delete_note',
    'Delete a note',
    withHints({ ...WRITE, destructiveHint: true, idempotentHint: true }, { reversibleHint: false }),
  ),
];
