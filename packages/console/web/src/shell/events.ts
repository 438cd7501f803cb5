import type { ConsoleEvent } from '@callgate/operations/api';
import { useEffect, useEffectEvent } from 'react';
import { createSignal } from '../parts/signal.ts';

type ConsoleEventListener = (event: ConsoleEvent) => void;

const AGAIN_MS = 3_000;

const listeners = new Set<ConsoleEventListener>();
let source: EventSource | undefined;

/** Whether news come; null before the first word. */
export const connection = createSignal<boolean | null>(null);

const connect = (): void => {
  if (source !== undefined) return;
  const opened = new EventSource('/api/events');
  source = opened;
  opened.addEventListener('open', () => connection.set(true));
  opened.addEventListener('error', () => {
    connection.set(false);
    // an answer that is no stream ends it for good: the browser does not try again
    if (opened.readyState !== EventSource.CLOSED) return;
    source = undefined;
    setTimeout(() => {
      if (listeners.size > 0) connect();
    }, AGAIN_MS);
  });
  opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as ConsoleEvent;
    listeners.forEach((listener) => listener(event));
  });
};

export const useEvents = (listener: ConsoleEventListener): void => {
  const heard = useEffectEvent(listener);
  useEffect(() => {
    const own: ConsoleEventListener = (event) => heard(event);
    listeners.add(own);
    connect();
    return () => {
      listeners.delete(own);
    };
  }, []);
};
