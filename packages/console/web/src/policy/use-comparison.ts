import type { Comparison, ConsoleEvent } from '@callgate/operations/api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useEvents } from '../shell/events.ts';
import { useRead } from '../shell/use-api.ts';

const GONE = 'Whoever compared was stopped: compare again.';
const AGAIN_MS = 3000;

const whileRunning = (comparison: Comparison | undefined): number | false =>
  comparison?.state === 'running' ? AGAIN_MS : false;

/** How far a comparison is; read again whenever it got further. */
export const useComparison = (id: string | null): Comparison | undefined => {
  const client = useQueryClient();
  const { data, error } = useRead(
    'policy.comparison',
    { comparison: id ?? '-' },
    { enabled: id !== null, everyMs: whileRunning },
  );
  useEvents(
    useCallback(
      (event: ConsoleEvent) => {
        if (event.type === 'job' && event.job === id)
          void client.invalidateQueries({ queryKey: ['policy.comparison', { comparison: id }] });
      },
      [client, id],
    ),
  );
  if (data?.id !== id) return undefined;
  return data.state === 'running' && error?.status === 404
    ? { ...data, state: 'failed', problem: GONE }
    : data;
};

/** Calls that would run by themselves or be asked less about. */
export const loosenedCalls = ({ result }: Comparison): number =>
  result === null ? 0 : result.changes.runs + result.changes.loosened;

/** The same with tools, called or not. */
export const loosenedIn = (comparison: Comparison): number =>
  loosenedCalls(comparison) + (comparison.result?.tools.loosened ?? 0);
