/** What things are; each kind has names of its own. */
export type SharedItemKind =
  /** Who is signed in at the console, by the digest of a cookie. */
  | 'sign-in'
  /** A sign-in link, by the digest of its code. */
  | 'sign-in-link'
  /** A person is at the identity provider and comes back. */
  | 'sign-in-round'
  /** The progress and result of a job that was started at a console. */
  | 'console-job'
  /** A client of agents that said hello over HTTP, by the digest of its session id. */
  | 'client'
  /** Something a client said to a process that does not know what it is about, for the one that does. */
  | 'client-mail'
  /** How a task stands. */
  | 'task'
  /** Something for the process that works on a task. */
  | 'task-mail'
  /** Which tool a server's task belongs to. */
  | 'task-tool'
  /** Results that a host has not asked about yet, for the advice on models. */
  | 'model-step'
  /** A uri that a server gave in a result, by the digest of both. */
  | 'resource'
  /** What a process goes by, so that the others see whether they go by the same. */
  | 'process';

export interface SharedItem {
  readonly name: string;
  readonly text: string;
  /** Higher whenever it was put anew. */
  readonly version: number;
}

export interface SharedItemOptions {
  /** How long it is there, from now. */
  readonly lifeMs: number;
  /** Whose it is, for `list`. */
  readonly owner?: string;
}

/**
 * Small things that a process wants to be found again by every process that has opened the same store. They are no part
 * of the record, nobody decides a call by them, and each is gone when its time is over. What is on it is sealed; names
 * and owners are not: a secret name is given as its digest. A board in a file's store is that of one process.
 */
export interface SharedState {
  /** Puts it there, in place of what was there by that name. */
  put(kind: SharedItemKind, name: string, text: string, how: SharedItemOptions): Promise<void>;
  /** Compare-and-set: false if another version, or nothing, is there. The owner stays. */
  replace(
    kind: SharedItemKind,
    name: string,
    version: number,
    text: string,
    lifeMs: number,
  ): Promise<boolean>;
  get(kind: SharedItemKind, name: string): Promise<SharedItem | undefined>;
  /** Gets it and takes it away: of all who take it, one gets it. */
  take(kind: SharedItemKind, name: string): Promise<SharedItem | undefined>;
  /** An owner's things, in the order of their names. */
  list(kind: SharedItemKind, owner: string): Promise<readonly SharedItem[]>;
  /**
   * Tells names that were put, replaced or taken, here or elsewhere: soon, at least once, in no order, and also what
   * was done here. What happened in the minutes before may be told too. The function it returns ends that.
   */
  onChange(kind: SharedItemKind, listener: (name: string) => void): () => void;
  close(): Promise<void>;
}
