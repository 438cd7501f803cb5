import { MemorySaver } from '@langchain/langgraph';
import * as z from 'zod';

const bytes = z.string();
const saved = z.object({
  storage: z.record(
    z.string(),
    z.record(z.string(), z.record(z.string(), z.tuple([bytes, bytes, z.string().nullable()]))),
  ),
  writes: z.record(z.string(), z.record(z.string(), z.tuple([z.string(), z.string(), bytes]))),
});

const toText = (value: Uint8Array): string => Buffer.from(value).toString('base64');
const toBytes = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, 'base64'));

const mapped = <A, B>(values: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

/** All checkpoints as JSON, for a host that keeps them itself. */
export const saveMemory = ({ storage, writes }: MemorySaver): z.infer<typeof saved> => ({
  storage: mapped(storage, (spaces) =>
    mapped(spaces, (checkpoints) =>
      mapped(checkpoints, ([checkpoint, metadata, parent]) => [
        toText(checkpoint),
        toText(metadata),
        parent ?? null,
      ]),
    ),
  ),
  writes: mapped(writes, (tasks) =>
    mapped(tasks, ([task, channel, value]) => [task, channel, toText(value)]),
  ),
});

/** The checkpoints that were saved, perhaps by another process. */
export const loadMemory = (kept: unknown): MemorySaver => {
  const { storage, writes } = saved.parse(kept);
  const memory = new MemorySaver();
  memory.storage = mapped(storage, (spaces) =>
    mapped(spaces, (checkpoints) =>
      mapped(checkpoints, ([checkpoint, metadata, parent]) => [
        toBytes(checkpoint),
        toBytes(metadata),
        parent ?? undefined,
      ]),
    ),
  );
  memory.writes = mapped(writes, (tasks) =>
    mapped(tasks, ([task, channel, value]) => [task, channel, toBytes(value)]),
  );
  return memory;
};
