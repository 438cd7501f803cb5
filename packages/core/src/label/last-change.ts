import type { TracedTool } from './traced-tool.ts';

/** The last call on a server that may have changed something. */
export interface LastChange {
  readonly server: string;
  readonly call: string;
  /** It was the person's own, or they approved it; nobody knows before its result. */
  readonly own: boolean;
}

const MAX_CHANGED = 64;

/** A call goes out. */
export const addChange = (
  changes: readonly LastChange[],
  { tool: { server }, mutates }: TracedTool,
  call: string,
): readonly LastChange[] => {
  if (!mutates) return changes;
  const others = changes.filter((each) => each.server !== server.name);
  return [...others, { server: server.name, call, own: false }].slice(-MAX_CHANGED);
};

/** Its result came, and it was the person's own. */
export const ownChange = (changes: readonly LastChange[], call: string): readonly LastChange[] =>
  changes.some((each) => each.call === call)
    ? changes.map((each) => (each.call === call ? { ...each, own: true } : each))
    : changes;
