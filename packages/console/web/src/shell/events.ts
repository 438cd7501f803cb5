import type { ConsoleEvent } from '@callgate/operations/api';
import { useEffect } from 'react';

type Listener = (event: ConsoleEvent) => void;

const AGAIN_MS = 3_000;

const listeners = new Set<Listener>();
const connectionListeners = new Set<(connected: boolean) => void>();
let source: EventSource | undefined;
let connected = false;

const tellConnection = (now: boolean): void => {
  connected = now;
  connectionListeners.forEach((listener) => listener(now));
};

const connect = (): void => {
  if (source !== undefined) return;
  const opened = new EventSource('/api/events');
  source = opened;
  opened.addEventListener('open', () => tellConnection(true));
  opened.addEventListener('error', () => {
    tellConnection(false);
    // an answer that is no stream ends it for good: the browser does not try again
    if (opened.readyState !== EventSource.CLOSED) return;
    source = undefined;
    setTimeout(() => {
      if (listeners.size + connectionListeners.size > 0) connect();
    }, AGAIN_MS);
  });
  opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
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
    if (connected) listener(true);
    connect();
    return () => {
      connectionListeners.delete(listener);
    };
  }, [listener]);
};
