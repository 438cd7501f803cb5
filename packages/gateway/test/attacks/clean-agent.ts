import type { Agent } from './agents.ts';
import type { Cell } from './cell.ts';

/** An agent whose session has touched nothing yet. Over HTTP all agents of a principal have touched what one has. */
export const cleanAgent = async (cell: Cell): Promise<Agent> => {
  const { desk } = cell.arena().at.gateway.gate;
  for (const label of ['untrusted', 'private'] as const)
    if (cell.speech.transport === 'http')
      await desk.declassify({
        principal: 'local',
        context: 'http:local',
        authenticated: false,
        label,
        by: 'local',
        reason: 'the next attack',
      });
  await desk.declassifyStore({
    store: 'server notes',
    label: 'untrusted',
    by: 'local',
    reason: 'the next attack',
  });
  return await cell.arena().agent(cell.speech);
};
