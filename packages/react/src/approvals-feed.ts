import type { CurrentUser, InboxFilter, InboxRow } from '@callgate/operations/api';
import type { ApprovalsClient, NewsStream } from './approvals-client.ts';
import { ApprovalsError } from './approvals-client.ts';

/** The calls that wait, as they were last seen. */
export interface ApprovalsState {
  readonly calls: readonly InboxRow[];
  /** All that wait, also those beyond the first 100. */
  readonly waiting: number;
  /** Who is signed in; null before the first answer. */
  readonly user: CurrentUser['caller'] | null;
  readonly isLoading: boolean;
  /** Why nothing newer is known; null where all is well. */
  readonly problem: ApprovalsError | null;
  /** Counts up with every look. */
  readonly version: number;
}

const NOTHING_YET: ApprovalsState = {
  calls: [],
  waiting: 0,
  user: null,
  isLoading: true,
  problem: null,
  version: 0,
};

const MOST_CALLS = 100;

export interface ApprovalsFeedOptions {
  readonly filter?: InboxFilter | undefined;
  /** How often to look where no event stream is open. */
  readonly pollMs: number;
}

/** Follows what waits as long as a person listens. */
export class ApprovalsFeed {
  readonly client: ApprovalsClient;
  readonly #options: ApprovalsFeedOptions;
  readonly #listeners: Set<() => void> = new Set();
  #state: ApprovalsState = NOTHING_YET;
  #source: NewsStream | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #turn = 0;

  constructor(client: ApprovalsClient, options: ApprovalsFeedOptions) {
    this.client = client;
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  readonly snapshot = (): ApprovalsState => this.#state;

  readonly refresh = async (): Promise<void> => {
    this.#turn += 1;
    const turn = this.#turn;
    const { filter } = this.#options;
    try {
      const user = this.#state.user ?? (await this.client.read('me', {})).caller;
      const { items, waiting } = await this.client.read('inbox.list', {
        limit: MOST_CALLS,
        ...(filter === undefined ? {} : { filter }),
      });
      if (turn === this.#turn) this.#set({ calls: items, waiting, user, problem: null });
    } catch (error) {
      if (!(error instanceof ApprovalsError)) throw error;
      // what was seen before may be over: a call that cannot be checked is not shown
      if (turn === this.#turn) this.#set({ calls: [], waiting: 0, user: null, problem: error });
    }
  };

  #set(change: Pick<ApprovalsState, 'calls' | 'waiting' | 'user' | 'problem'>): void {
    this.#state = { ...change, isLoading: false, version: this.#state.version + 1 };
    for (const listener of this.#listeners) listener();
  }

  #listen(): void {
    this.#source = this.client.listen((event) => {
      if (event === null || (event.type === 'changed' && event.what !== 'tools')) void this.refresh();
    });
  }

  #start(): void {
    void this.refresh();
    this.#listen();
    this.#timer = setInterval(() => {
      if (this.#source?.readyState === 1) return;
      void this.refresh();
      // an answer that is no stream ends it for good: the browser does not try again
      if (this.#source?.readyState === 2) this.#listen();
    }, this.#options.pollMs);
  }

  #stop(): void {
    this.#source?.close();
    this.#source = undefined;
    clearInterval(this.#timer);
    // an answer that is under way is for nobody
    this.#turn += 1;
  }
}
