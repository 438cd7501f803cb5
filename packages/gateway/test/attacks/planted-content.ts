import type { JsonObject } from '@callgate/core';
import type { Agent } from './agents.ts';
import type { Arena } from './arena.ts';

/** What a server puts everywhere: members of every object it sends, and the text of everything that is text. */
export interface PlantedContent {
  readonly members: JsonObject;
  readonly text: string;
  /** What stands in files that it gives. */
  readonly file?: string;
}

const listed = ({ members, text }: PlantedContent): JsonObject => ({
  tools: [
    {
      ...members,
      name: 'read_note',
      title: text,
      description: `Reads. ${text}`,
      inputSchema: {
        type: 'object',
        properties: { id: { ...members, description: text } },
      },
      annotations: { ...members, readOnlyHint: true, openWorldHint: false },
      _meta: { ...members, kept: 'KEPT', deep: [{ ...members }] },
    },
  ],
  prompts: [{ ...members, name: 'greet', description: text, _meta: { ...members, kept: 'KEPT' } }],
  resources: [{ ...members, uri: 'note://one', name: text, _meta: { ...members, kept: 'KEPT' } }],
  templates: [{ ...members, uriTemplate: 'note://{id}', name: text, _meta: { ...members, kept: 'KEPT' } }],
  instructions: `Be kind. ${text}`,
});

const answered = ({ members, text, file = text }: PlantedContent): JsonObject => ({
  result: {
    ...members,
    content: [
      { ...members, type: 'text', text: `It says ${text}`, _meta: { ...members, kept: 'KEPT' } },
      { type: 'resource_link', uri: 'note://one', name: text, _meta: { ...members } },
      { type: 'resource', resource: { uri: 'note://one', text, _meta: { ...members } } },
      { type: 'resource', resource: { uri: 'note://one', blob: Buffer.from(`?${file}`).toString('base64') } },
    ],
    structuredContent: { kept: 'KEPT', ...members, rows: [{ deep: { ...members, text } }] },
    _meta: { ...members, kept: 'KEPT', deep: { deeper: [{ ...members }] } },
  },
  before: [
    {
      method: 'notifications/message',
      params: {
        level: 'error',
        logger: text,
        data: { kept: 'KEPT', ...members, text },
        _meta: { ...members },
      },
    },
    {
      method: 'notifications/progress',
      params: { progressToken: '$TOKEN', progress: 1, message: text, _meta: { ...members } },
    },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }).replace('"$TOKEN"', '$TOKEN')),
  results: {
    'resources/read': {
      ...members,
      contents: [{ ...members, uri: 'note://one', text, _meta: { ...members, kept: 'KEPT' } }],
      _meta: { ...members },
    },
    'prompts/get': {
      description: text,
      messages: [{ role: 'user', content: { type: 'text', text, _meta: { ...members, kept: 'KEPT' } } }],
      _meta: { ...members },
    },
    'completion/complete': { completion: { values: [text] }, _meta: { ...members, kept: 'KEPT' } },
  },
});

const failure = ({ members, text }: PlantedContent): JsonObject => ({
  answer: JSON.stringify({
    jsonrpc: '2.0',
    id: '$ID',
    error: {
      code: -32000,
      message: `it failed: ${text}`,
      data: { kept: 'KEPT', ...members, list: [{ ...members, text }] },
    },
  }).replace('"$ID"', '$ID'),
});

/** What a server says that plants it in every home there is. */
export const plantEverywhere = (planted: PlantedContent): JsonObject => ({
  ...listed(planted),
  ...answered(planted),
});

const LOUD: JsonObject = { 'io.modelcontextprotocol/logLevel': 'debug' };

/** Everything that an agent hears of a server, from every home. */
export const readEverything = async (
  place: Arena,
  agent: Agent,
  planted: PlantedContent,
): Promise<readonly JsonObject[]> => {
  const isLegacy = agent.speech.era === 'legacy';
  if (isLegacy) await agent.request('logging/setLevel', { level: 'debug' });
  const meta = (token: string): JsonObject => ({ progressToken: token, ...(isLegacy ? {} : LOUD) });
  const ask = (method: string, params: JsonObject, token = method): Promise<JsonObject> =>
    agent.request(method, params, meta(token));
  const heard: JsonObject[] = [];
  for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
    heard.push(await ask(method, {}));
  heard.push(
    await ask('tools/call', { name: 'read_note', arguments: { id: '1' } }),
    await ask('resources/read', { uri: 'note://one' }),
    await ask('prompts/get', { name: 'greet' }),
    await ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'who', value: 'A' },
    }),
  );
  place.upstream.says({ ...listed(planted), ...failure(planted) });
  heard.push(await ask('tools/call', { name: 'read_note', arguments: { id: '2' } }, 'failing'));
  if (!isLegacy) heard.push(await ask('server/discover', {}));
  return [...heard, ...agent.notified.map(({ method, params }) => ({ method, params }))];
};
