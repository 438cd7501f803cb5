interface SignalLike {
  readonly aborted?: unknown;
  readonly reason?: unknown;
  readonly addEventListener?: unknown;
}

/** It throws for everything that is no signal of Node. */
const readAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get;

const isNodeSignal = (signal: object): signal is AbortSignal => {
  try {
    readAborted?.call(signal);
    return readAborted !== undefined;
  } catch {
    return false;
  }
};

const followSignal = (signal: SignalLike): AbortSignal | undefined => {
  if (typeof signal.addEventListener !== 'function') return undefined;
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted === true) abort();
  return controller.signal;
};

/** A signal as Node knows it. Frameworks also give null, or signals of a class of their own; what is no signal is none. */
export const toAbortSignal = (signal: unknown): AbortSignal | undefined => {
  if (typeof signal !== 'object' || signal === null) return undefined;
  if (isNodeSignal(signal)) return signal;
  try {
    return followSignal(signal);
  } catch {
    return undefined;
  }
};
