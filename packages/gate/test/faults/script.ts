import type { OracleScript } from '@callgate/gate/testing';

/** One call of the scripted life. */
export interface ScriptStep {
  readonly id: string;
  readonly tool: string;
  /**
   * `run`: the gate does all of it. `ask`: the same, and a person agrees by a channel while it waits. `hold`: the host
   * keeps the ticket, a person votes at the desk, and the host comes back for it and sends it itself.
   */
  readonly how: 'run' | 'ask' | 'hold';
  readonly vote?: 'approve' | 'refuse' | 'withdraw';
  /** Give a grant with the vote. */
  readonly grant?: boolean;
  /** Has the arguments of this earlier step. */
  readonly sameAs?: string;
  /** Where it ends if nothing goes wrong. */
  readonly ends: 'done' | 'failed' | 'indeterminate' | 'blocked' | 'refused' | 'withdrawn';
  readonly attempts: number;
}

/** What happens besides calls. */
export interface ScriptAction {
  readonly id: string;
  readonly deed: 'hear' | 'declassify' | 'sweep' | 'end-context';
}

/** What stands together happens at once. */
export const SCRIPT: readonly (readonly (ScriptStep | ScriptAction)[])[] = [
  [{ id: 'says', deed: 'hear' }],
  [{ id: 'reads', tool: 'office/read_note', how: 'run', ends: 'done', attempts: 1 }],
  [{ id: 'adds', tool: 'office/add_note', how: 'run', ends: 'done', attempts: 1 }],
  [
    {
      id: 'deletes',
      tool: 'office/delete_note',
      how: 'hold',
      vote: 'approve',
      grant: true,
      ends: 'done',
      attempts: 1,
    },
  ],
  [{ id: 'granted', tool: 'office/delete_note', how: 'run', ends: 'done', attempts: 1 }],
  [
    {
      id: 'refused',
      tool: 'office/delete_note',
      how: 'hold',
      vote: 'refuse',
      ends: 'refused',
      attempts: 0,
    },
  ],
  [{ id: 'blocked', tool: 'office/delete_all', how: 'run', ends: 'blocked', attempts: 0 }],
  [{ id: 'retried', tool: 'office/put_key', how: 'run', ends: 'done', attempts: 2 }],
  [{ id: 'lost', tool: 'office/flaky', how: 'run', ends: 'indeterminate', attempts: 2 }],
  [
    {
      id: 'reissued',
      tool: 'office/flaky',
      how: 'hold',
      vote: 'refuse',
      sameAs: 'lost',
      ends: 'refused',
      attempts: 0,
    },
  ],
  [
    { id: 'reads-1', tool: 'office/read_note', how: 'run', ends: 'done', attempts: 1 },
    { id: 'reads-2', tool: 'office/read_note', how: 'run', ends: 'done', attempts: 1 },
    { id: 'adds-1', tool: 'office/add_note', how: 'run', ends: 'done', attempts: 1 },
    { id: 'fails', tool: 'office/fails', how: 'run', ends: 'failed', attempts: 1 },
    { id: 'heavy-1', tool: 'office/crunch', how: 'run', ends: 'done', attempts: 1 },
    { id: 'heavy-2', tool: 'office/crunch', how: 'run', ends: 'done', attempts: 1 },
    { id: 'asked', tool: 'mail/send_mail', how: 'ask', ends: 'done', attempts: 1 },
  ],
  [{ id: 'signs', deed: 'sweep' }],
  [{ id: 'mail', tool: 'mail/read_mail', how: 'run', ends: 'done', attempts: 1 }],
  [{ id: 'sends', tool: 'mail/send_mail', how: 'hold', vote: 'approve', ends: 'done', attempts: 1 }],
  [{ id: 'declassifies', deed: 'declassify' }],
  [{ id: 'files', tool: 'mail/file_mail', how: 'run', ends: 'done', attempts: 1 }],
  [
    {
      id: 'withdrawn',
      tool: 'mail/send_mail',
      how: 'hold',
      vote: 'withdraw',
      ends: 'withdrawn',
      attempts: 0,
    },
  ],
  [{ id: 'ends', deed: 'end-context' }],
];

export const isStep = (one: ScriptStep | ScriptAction): one is ScriptStep => 'tool' in one;

export const STEPS: readonly ScriptStep[] = SCRIPT.flat().filter(isStep);

/** What the upstream does to the calls of the life. */
export const ORACLE: OracleScript = { flaky: 'half-close', fails: 'error', slow: { slow: 150 } };
