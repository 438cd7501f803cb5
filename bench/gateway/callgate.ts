import type { Ground, Path, SetUp } from './set-up.ts';

/** `callgate run` or `callgate up` in front of so many upstreams, with policy, labels and durable record on. */
export const callgateSetup = async (_path: Path, _ground: Ground, _servers: number = 1): Promise<SetUp> => {
  throw new Error('not built yet');
};
