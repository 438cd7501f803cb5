import type { Notification } from './notification.ts';

/** A way to tell people something. */
export interface Notifier {
  readonly name: string;
  /** Throws where nobody took it. */
  tell(notification: Notification, signal: AbortSignal): Promise<void>;
  /** The call needs nobody any more; absent where there is nothing to take back. */
  settle?(notification: Notification): Promise<void>;
}
