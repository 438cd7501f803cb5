import { callStateWord } from './text/call-state.ts';

interface JournalEntry {
  readonly chain: number;
  readonly place: number;
}

const entryOfJournal = ({ chain, place }: JournalEntry): string => `entry ${place} of journal ${chain}`;

/** Several processes on one database. */
export const clusterMessages = {
  /** What another process judges calls by. */
  skew: {
    what: {
      policy: 'another policy',
      people: 'other approvers',
      trust: 'another trust level for this server',
      tools: 'other tool definitions, or other disabled or quarantined tools',
    },
    other: 'other settings',
    differs: ({ what }: { what: string }): string =>
      `another process on this store uses ${what}: a call that waits here may run there`,
  },
  task: {
    untoldAtEnd: ({ task }: { task: string }): string =>
      `this process ends before it could share task ${task} with other processes`,
    untold: ({ task, problem }: { task: string; problem: string }): string =>
      `task ${task} could not be shared with other processes and will be sent again: ${problem}`,
    failedInside: 'an error inside Callgate',
    lost: 'the task is lost',
    unreadable:
      'the process that works on this task cannot read it; run the same version of Callgate on every machine',
  },
  /** What an agent is told of a task whose process is gone. */
  lostCall: {
    process: ({ call }: { call: string }): string =>
      `the process that worked on this task does not answer: it has ended, or is paused. ${call}`,
    call: ({ call, advice }: { call: string; advice: string }): string => `The call is ${call}. ${advice}`,
    unknown:
      'Callgate does not know whether the call was sent. It may have run: do not repeat it, and tell the user, who finds it in the audit log',
    unansweredRead: 'It only reads and got no answer, so it has failed: you can call it again',
    waits: 'It was not sent and still waits: call again with the same arguments to continue it',
    indeterminate:
      'It was sent and no answer came, so its result is unknown: do not repeat it, and tell the user, who can settle it',
    answerLost: ({ state }: { state: string }): string =>
      `It ran and is ${callStateWord(state)}, but its answer was lost with the process: do not repeat it, and tell the user, who can read it in the audit log`,
    notSent: ({ state }: { state: string }): string => `It was not sent: it is ${callStateWord(state)}`,
  },
  unreplicated:
    'a database administrator cancelled the wait for the standby; entries are acknowledged once the standby has them',
  connection: {
    unanswered: 'the database does not answer',
    ended: 'the connection has ended',
    closed: 'the connection was closed',
  },
  /** What is wrong with the journals of replicas. */
  journal: {
    entry: entryOfJournal,
    unregistered: ({ chain }: { chain: number }): string =>
      `journal ${chain} has entries, but no replica opened it`,
    none: ({ seq }: { seq: number }): string => `entry ${seq} of the audit log is in no journal`,
    gone: ({ seq, ...of }: JournalEntry & { seq: number }): string =>
      `entry ${seq} of the audit log: ${entryOfJournal(of)} is missing`,
    differs: ({ seq, ...of }: JournalEntry & { seq: number }): string =>
      `entry ${seq} of the audit log differs from ${entryOfJournal(of)}`,
    earlier: ({ seq, ...of }: JournalEntry & { seq: number }): string =>
      `entry ${seq} of the audit log is earlier than ${entryOfJournal(of)}`,
    outOfPlace: ({ before, ...of }: JournalEntry & { before: number }): string =>
      `${entryOfJournal(of)} comes after entry ${before}`,
    hash: (of: JournalEntry): string => `${entryOfJournal(of)}: its hash is not that of its bytes`,
    previousHash: (of: JournalEntry): string =>
      `${entryOfJournal(of)} does not name the hash of the entry before it`,
    columns: (of: JournalEntry): string => `${entryOfJournal(of)}: its columns differ from its bytes`,
    backwards: (of: JournalEntry): string => `${entryOfJournal(of)} is earlier than the entry before it`,
    otherEnd: ({ chain, place, last }: JournalEntry & { last: number }): string =>
      `journal ${chain} should end with entry ${place}, but ends with entry ${last}`,
  },
};
