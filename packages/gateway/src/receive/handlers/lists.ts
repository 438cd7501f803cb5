import type { JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { View } from '../../disclose/view.ts';
import type { GatewayParts } from '../parts.ts';
import { unavailableServers } from '../capabilities.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { cacheable } from '../reply.ts';
import { onlyMembers } from '../read-request.ts';
import { DECLARE_TASK, declareTaskDefinition } from './declare-task.ts';
import { isOfferedAsTask } from './tool-task.ts';

/** In a list answer: a sentence on each server whose entries may be missing. */
const UNAVAILABLE_KEY = 'dev.callgate/unavailable';

type List = 'tools' | 'prompts' | 'resources' | 'templates';

const MEMBER: Readonly<Record<List, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resourceTemplates',
};

/** Only this version has them in its list. */
const TASKS_LISTED_IN = '2025-11-25';

/** Slow tools are offered as tasks; what the server can do by itself does not matter to who follows ours. */
const withTasks = (parts: GatewayParts, view: View, tool: JsonObject): JsonObject => {
  const { name, execution } = tool;
  const target = typeof name === 'string' ? view.tool(name) : undefined;
  const slow = target !== undefined && isOfferedAsTask(parts, target.server, target.name);
  if (!slow || (isJsonObject(execution) && own(execution, 'taskSupport') === 'required')) return tool;
  return {
    ...tool,
    execution: {
      ...(isJsonObject(execution) ? execution : {}),
      taskSupport: 'optional',
    },
  };
};

const entries = (
  parts: GatewayParts,
  { client }: Exchange,
  view: View,
  which: List,
): readonly JsonObject[] => {
  if (which !== 'tools') return view[which];
  const tools =
    client.version === TASKS_LISTED_IN ? view.tools.map((tool) => withTasks(parts, view, tool)) : view.tools;
  return parts.config().listing.declareTask === true && view.tool(DECLARE_TASK) === undefined
    ? [...tools, declareTaskDefinition]
    : tools;
};

/** Everything at once: what is behind us was read page by page already. */
export const list =
  (which: List) =>
  async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
    const { client, params } = exchange;
    onlyMembers(params, ['cursor', '_meta']);
    await parts.servers.reachAll();
    const view = parts.catalogue.viewFor(client.principal);
    const unavailable = unavailableServers(parts);
    const isPartial = Object.keys(unavailable).length > 0;
    return cacheable(
      client,
      {
        [MEMBER[which]]: [...entries(parts, exchange, view, which)],
        ...(isPartial ? { _meta: { [UNAVAILABLE_KEY]: unavailable } } : {}),
      },
      isPartial,
    );
  };
