import type { Finding, LintOptions } from '@callgate/catalogue/lint';
import { lintServer } from '@callgate/catalogue/lint';
import type { JsonObject } from '@callgate/core';

export const tool = (name: string, description: string, more: JsonObject = {}): JsonObject => ({
  name,
  title: 'A title',
  description,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

export const hints = (annotations: JsonObject, _meta?: JsonObject): JsonObject => ({
  annotations,
  ...(_meta === undefined ? {} : { _meta }),
});

export const takes = (properties: JsonObject): JsonObject => ({
  inputSchema: { type: 'object', properties },
});

export const lint = (tools: readonly JsonObject[], options?: LintOptions): readonly Finding[] =>
  lintServer({ server: 'notes', trust: 'untrusted', from: 'a test', tools }, options);

export const found = (rule: string, ...tools: JsonObject[]): readonly Finding[] =>
  lint(tools).filter((finding) => finding.rule === rule);

export const READ: JsonObject = { readOnlyHint: true, openWorldHint: false };
export const WRITE: JsonObject = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const GOOD: readonly JsonObject[] = [
  tool('get_note', 'Get a note by its id', hints(READ)),
  tool('create_note', 'Create a note', hints(WRITE, { reversibleHint: true })),
  tool(
    'delete_note',
    'Delete a note',
    hints({ ...WRITE, destructiveHint: true, idempotentHint: true }, { reversibleHint: false }),
  ),
];
