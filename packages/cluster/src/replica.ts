import type { Clock } from '@callgate/gate';
import type { SharedState, StoreReader } from '@callgate/gate/store';
import type { FingerprintInput } from './config-fingerprint.ts';
import { makeConfigFingerprint, describeDifference } from './config-fingerprint.ts';
import { ConfigSkewDetector } from './config-skew-detector.ts';
import type { ClientMailOptions } from './sessions/client-mail.ts';
import { ClientMail } from './sessions/client-mail.ts';
import type { ServedSession, SharedSessionsOptions } from './sessions/shared-sessions.ts';
import { SharedSessions } from './sessions/shared-sessions.ts';
import { describeLostCall } from './tasks/describe-lost-call.ts';
import type { LocalTasks, TaskRegistryOptions } from './tasks/shared-task-registry.ts';
import { SharedTaskRegistry } from './tasks/shared-task-registry.ts';

export interface ShareTasksOptions extends Omit<TaskRegistryOptions, 'board' | 'lostWords'> {
  readonly read: Pick<StoreReader, 'call'>;
}

/** This process as one of several on the same database: everything that it does because there may be others. */
export class Replica {
  readonly #board: SharedState;

  constructor(board: SharedState) {
    this.#board = board;
  }

  /** Tasks of all replicas are seen by each. */
  shareTasks({ read, ...options }: ShareTasksOptions, own: LocalTasks): SharedTaskRegistry {
    return new SharedTaskRegistry({ ...options, board: this.#board, lostWords: describeLostCall(read) }, own);
  }

  /** Sessions of clients are served by every replica. */
  shareSessions<S extends ServedSession>(
    options: Omit<SharedSessionsOptions<S>, 'board'>,
  ): SharedSessions<S> {
    return new SharedSessions({ ...options, board: this.#board });
  }

  /** What is said to one replica about a session and is for another reaches it. */
  sendMail<S extends ServedSession>(options: Omit<ClientMailOptions<S>, 'board'>): ClientMail<S> {
    return new ClientMail({ ...options, board: this.#board });
  }

  /** Tells of replicas that judge calls by another configuration. */
  detectConfigSkew(
    clock: Clock,
    config: () => FingerprintInput,
    report: (server: string, message: string) => void,
  ): ConfigSkewDetector {
    return new ConfigSkewDetector({
      board: this.#board,
      clock,
      fingerprint: () => makeConfigFingerprint(config()),
      differ: (names) => {
        for (const { server, message } of names.map(describeDifference)) report(server, message);
      },
    });
  }
}
