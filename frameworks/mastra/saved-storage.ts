import { InMemoryStore } from '@mastra/core/storage';
import type { WorkflowRunState } from '@mastra/core/workflows';

/** A run that is paused, as any storage of Mastra keeps it: JSON. */
export interface SavedRun {
  readonly workflowName: string;
  readonly runId: string;
  readonly snapshot: WorkflowRunState;
}

const workflowsOf = async (storage: InMemoryStore) => {
  const workflows = await storage.getStore('workflows');
  if (workflows === undefined) throw new Error('the storage keeps no runs');
  return workflows;
};

/** Everything that outlives a process. A real host has a database for it. */
export const savedRuns = async (storage: InMemoryStore): Promise<SavedRun[]> => {
  const { runs } = await (await workflowsOf(storage)).listWorkflowRuns();
  return runs.map(({ workflowName, runId, snapshot }) => ({
    workflowName,
    runId,
    snapshot: (typeof snapshot === 'string' ? JSON.parse(snapshot) : snapshot) as WorkflowRunState,
  }));
};

export const storageWith = async (runs: readonly SavedRun[]): Promise<InMemoryStore> => {
  const storage = new InMemoryStore();
  const workflows = await workflowsOf(storage);
  for (const run of runs) await workflows.persistWorkflowSnapshot({ ...run });
  return storage;
};
