import type { ToolCatalogue } from '@callgate/gate';
import type { GatewayCatalogue } from './disclose/gateway-catalogue.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { withHostTools } from './hooks/host-tools.ts';
import type { UpstreamTasks } from './receive/upstream-tasks.ts';

/** What is answered to a task is judged as the tool that it belongs to. */
const withTasks = (catalogue: GatewayCatalogue, tasks: UpstreamTasks): ToolCatalogue => ({
  find: (kind, server, target, ...more) => {
    if (kind !== 'task-update') return catalogue.find(kind, server, target, ...more);
    const tool = tasks.tool(server, target);
    return tool === undefined ? undefined : catalogue.find('tool', server, tool);
  },
  identity: (server) => catalogue.identity(server),
});

/** What calls are decided by: the catalogue, with tasks and the tools that hosts run. */
export const createDecisionCatalogue = (
  catalogue: GatewayCatalogue,
  tasks: UpstreamTasks,
  settings: GatewaySettings,
): ToolCatalogue =>
  catalogue.extendWith(
    withHostTools(withTasks(catalogue, tasks), settings.programFolders, () => settings.autorunFiles),
  );
