import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { AgentView } from '../../disclose/agent-view.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { unavailableServers } from '../gateway-capabilities.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import { cacheableReply } from '../reply.ts';
import { requireKnownMembers } from '../read-request.ts';
import { DECLARE_PLAN, DECLARE_TASK, ownToolNames } from '../../disclose/gateway-catalogue.ts';
import { declarePlanDefinition } from './declare-plan.ts';
import { declareTaskDefinition } from './declare-task.ts';
import { isOfferedAsTask } from './start-tool-task.ts';

/** In a list answer: a sentence on each server whose entries may be missing. */
const UNAVAILABLE_KEY = 'dev.callgate/unavailable';

type ListName = 'tools' | 'prompts' | 'resources' | 'templates';

const MEMBER: Readonly<Record<ListName, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resourceTemplates',
};

/** Only this version has them in its list. */
const TASKS_LISTED_IN = '2025-11-25';

/** Slow tools are offered as tasks; what the server can do by itself does not matter to who follows ours. */
const addTaskSupport = (parts: GatewayParts, view: AgentView, tool: JsonObject): JsonObject => {
  const { name, execution } = tool;
  const target = typeof name === 'string' ? view.tool(name) : undefined;
  const slow = target !== undefined && isOfferedAsTask(parts, target.server, target.name);
  if (!slow || (isJsonObject(execution) && getOwn(execution, 'taskSupport') === 'required')) return tool;
  return {
    ...tool,
    execution: {
      ...(isJsonObject(execution) ? execution : {}),
      taskSupport: 'optional',
    },
  };
};

const OWN_TOOLS: Readonly<Record<string, JsonObject>> = {
  [DECLARE_TASK]: declareTaskDefinition,
  [DECLARE_PLAN]: declarePlanDefinition,
};

const entries = (
  parts: GatewayParts,
  { client }: RequestExchange,
  view: AgentView,
  which: ListName,
): readonly JsonObject[] => {
  if (which !== 'tools') return view[which];
  const tools =
    client.version === TASKS_LISTED_IN
      ? view.tools.map((tool) => addTaskSupport(parts, view, tool))
      : view.tools;
  const own = ownToolNames(parts.config().listing).filter((name) => view.tool(name) === undefined);
  return own.length === 0 ? tools : [...tools, ...own.map((name) => OWN_TOOLS[name] ?? {})];
};

/** Everything at once: what is behind us was read page by page already. */
export const createListHandler =
  (which: ListName) =>
  async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
    const { client, params } = exchange;
    requireKnownMembers(params, ['cursor', '_meta']);
    await parts.servers.reachAll();
    const view = parts.catalogue.viewFor(client.principal);
    const unavailable = unavailableServers(parts);
    const isPartial = Object.keys(unavailable).length > 0;
    return cacheableReply(
      client,
      {
        [MEMBER[which]]: [...entries(parts, exchange, view, which)],
        ...(isPartial ? { _meta: { [UNAVAILABLE_KEY]: unavailable } } : {}),
      },
      isPartial,
    );
  };
