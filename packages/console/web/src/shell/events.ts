import type { ConsoleEvent } from '@callgate/console/api';
import { useEffect } from 'react';

type Listener = (event: ConsoleEvent) => void;

const listeners = new Set<Listener>();
const connectionListeners = new Set<(connected: boolean) => void>();
let source: EventSource | undefined;

const connect = (): void => {
  if (source !== undefined) return;
  source = new EventSource('/api/events');
  source.addEventListener('open', () => connectionListeners.forEach((listener) => listener(true)));
  source.addEventListener('error', () => connectionListeners.forEach((listener) => listener(false)));
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as ConsoleEvent;
    listeners.forEach((listener) => listener(event));
  });
};

/** Hears what happens as long as the component is shown. Give it a listener that stays the same. */
export const useEvents = (listener: Listener): void => {
  useEffect(() => {
    listeners.add(listener);
    connect();
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
};

export const useConnection = (listener: (connected: boolean) => void): void => {
  useEffect(() => {
    connectionListeners.add(listener);
    connect();
    return () => {
      connectionListeners.delete(listener);
    };
  }, [listener]);
};
