/** A person who may be asked. Service accounts are not people. */
export interface Person {
  readonly subject: string;
  readonly groups: readonly string[];
  /** A disabled account's votes no longer count, also those it has cast. */
  readonly active: boolean;
  /** Other subjects that are the same human being: they neither vote twice nor for themselves. */
  readonly aliases?: readonly string[];
}

export interface People {
  readonly all: readonly Person[];
  /** Requesters may approve their own calls. On in the embedded single-user mode, and shown there; off elsewhere. */
  readonly selfApproval: boolean;
}

/** One person at their own machine. */
export const SINGLE_USER: People = Object.freeze({
  all: Object.freeze([Object.freeze({ subject: 'local', groups: Object.freeze([]), active: true })]),
  selfApproval: true,
});
