import type { ConsoleEvent } from '@callgate/operations/api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useEvents } from '../shell/events.ts';
import { useRead } from '../shell/use-api.ts';
import type { Running } from './types.ts';

const NOTHING = {};
const KEY = ['inbox.activity', NOTHING] as const;
const BETWEEN_MS = 400;

const told = (running: Running, event: Extract<ConsoleEvent, { type: 'progress' }>): Running => {
  const { progress, total, message } = event;
  const activity = {
    progress,
    at: Date.now(),
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
  return { ...running, progress: activity };
};

/** Calls in flight, with what they say of themselves as they say it. */
export const useActivity = (): readonly Running[] | undefined => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvents(
    useCallback(
      (event: ConsoleEvent) => {
        if (event.type !== 'progress') return;
        const before = client.getQueryData<readonly Running[]>(KEY);
        const known = before?.find(({ call }) => call === event.call);
        client.setQueryData<readonly Running[]>(
          KEY,
          before?.map((one) => (one === known ? told(one, event) : one)),
        );
        // steps that came close together are told as one: the whole feed is with the server
        if (known === undefined || known.marks.includes('agentic'))
          timer.current ??= setTimeout(() => {
            timer.current = undefined;
            void client.invalidateQueries({ queryKey: KEY });
          }, BETWEEN_MS);
      },
      [client],
    ),
  );
  return useRead('inbox.activity', NOTHING).data;
};
