import type { JsonObject } from '@callgate/core';
import type { View } from '../../disclose/view.ts';
import type { GatewayParts } from '../../parts.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { cacheable, onlyMembers } from '../reply.ts';
import { DECLARE_TASK, declareTaskDefinition } from './declare-task.ts';

type List = 'tools' | 'prompts' | 'resources' | 'templates';

const MEMBER: Readonly<Record<List, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resourceTemplates',
};

const entries = (parts: GatewayParts, view: View, list: List): readonly JsonObject[] =>
  list === 'tools' && parts.config().listing.declareTask === true && view.tool(DECLARE_TASK) === undefined
    ? [...view.tools, declareTaskDefinition]
    : view[list];

/** Everything at once: what is behind us was read page by page already. */
export const list =
  (which: List) =>
  async (parts: GatewayParts, { client, params }: Exchange): Promise<Reply> => {
    onlyMembers(params, ['cursor', '_meta']);
    await parts.servers.reachAll();
    const view = parts.catalogue.viewFor(client.principal);
    return cacheable(client, { [MEMBER[which]]: [...entries(parts, view, which)] }, false);
  };
