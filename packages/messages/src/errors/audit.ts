import { errorText } from '../text/error-text.ts';

const ANCHOR_FAILED =
  'Calls continue. Until an anchor works again, Callgate cannot notice a cut-off end of the audit log.';

/** Errors of the audit log: its entries, checkpoints, anchors, proofs and replay. */
export const auditErrors = {
  // entries
  entryUnknown: ({ seq }: { seq: number }) =>
    errorText(
      'ROW_UNKNOWN',
      `There is no entry ${seq}`,
      'Run `callgate audit --entries` to list the latest entries with their numbers.',
    ),
  entryInvalid: () =>
    errorText(
      'RECORD_ROW',
      'An entry of the audit log is not one that Callgate wrote',
      'Run `callgate audit verify` to find the entry and its fault.',
    ),
  logChanged: ({ size }: { size: number }) =>
    errorText(
      'RECORD_CHANGED',
      `The audit log up to entry ${size} is not the one that was signed`,
      'It was changed, or replaced by an older copy. Run `callgate audit verify`.',
    ),
  rolledBack: ({ path, what }: { path: string; what: string }) =>
    errorText(
      'ROLLED_BACK',
      `The audit log is not the one remembered in ${path}: ${what}`,
      'Run `callgate audit verify`. If you restored an older copy on purpose, or if the missing entries are gone for good, say why: `callgate accept --lost-entries --reason TEXT`. A second store needs its own folder (CALLGATE_HOME).',
    ),
  rerouteUnknown: () =>
    errorText(
      'REROUTED_CALL',
      'The model was rerouted after a call that is not in this session',
      'Name the call whose result is read, or none.',
    ),

  // proofs
  entryUnsigned: ({ seq }: { seq: number }) =>
    errorText(
      'PROOF_UNSIGNED',
      `No checkpoint covers entry ${seq} yet`,
      'Callgate signs the audit log from time to time, and when it ends. Ask again then.',
    ),
  entriesDiffer: ({ size }: { size: number }) =>
    errorText(
      'PROOF_RECORD',
      `The entries are not those that the checkpoint of ${size} entries was signed for`,
      'Run `callgate audit verify` to find the wrong entry.',
    ),

  // checkpoints and anchors
  checkpointInvalid: () =>
    errorText(
      'CHECKPOINT',
      'A checkpoint is not one that Callgate wrote',
      'It was changed. Compare it with an anchor.',
    ),
  anchorUnreadable: ({ path }: { path: string }) =>
    errorText(
      'ANCHOR',
      `The anchor file ${path} cannot be read`,
      'Give the path of a file that an anchor wrote.',
    ),
  anchorLineInvalid: () =>
    errorText(
      'ANCHOR',
      'It is not an anchored checkpoint',
      'Give a file that an anchor wrote, with one checkpoint on each line.',
    ),
  anchorCommandEmpty: () =>
    errorText(
      'ANCHOR_COMMAND',
      'The anchor command names no program',
      'Give the program and its arguments as a list.',
    ),
  anchorAddressInvalid: () =>
    errorText(
      'ANCHOR_URL',
      'An anchor needs an https address, or http on this machine',
      'Give a whole address, such as https://anchor.example/checkpoints.',
    ),
  anchorNotStarted: ({ anchor }: { anchor: string }) =>
    errorText('ANCHOR_FAILED', `The anchor (${anchor}) cannot be started`, ANCHOR_FAILED),
  anchorEnded: ({ anchor, status }: { anchor: string; status: number | null }) =>
    errorText('ANCHOR_FAILED', `The anchor (${anchor}) ended with ${status}`, ANCHOR_FAILED),
  anchorTimedOut: ({ anchor }: { anchor: string }) =>
    errorText('ANCHOR_FAILED', `The anchor (${anchor}) took too long and was stopped`, ANCHOR_FAILED),
  anchorUnreachable: ({ anchor }: { anchor: string }) =>
    errorText('ANCHOR_FAILED', `The anchor (${anchor}) cannot be reached`, ANCHOR_FAILED),
  anchorAnswered: ({ anchor, status }: { anchor: string; status: number }) =>
    errorText('ANCHOR_FAILED', `The anchor (${anchor}) answered ${status}`, ANCHOR_FAILED),

  // replay
  decisionUnreadable: () => errorText('REPLAY_ROW', 'The recorded decision cannot be read'),
  callerUnreadable: () => errorText('REPLAY_MISSING', 'The user, or the origin of values, cannot be read'),
  argumentsDiffer: () => errorText('REPLAY_MISSING', 'The arguments are not those that were decided on'),
  argumentsSealed: () => errorText('REPLAY_MISSING', 'The arguments are sealed, and there is no key file'),
  argumentsOtherKey: () =>
    errorText('REPLAY_MISSING', 'The arguments are sealed, and these keys do not open them'),
  keptMissing: ({ name, digest }: { name: 'tool' | 'policy'; digest: string }) =>
    errorText('REPLAY_MISSING', `The ${name} is not stored: ${digest}`),
  keptDiffers: ({ name, digest }: { name: 'tool' | 'policy'; digest: string }) =>
    errorText('REPLAY_MISSING', `The stored ${name} is not the one that was used: ${digest}`),
  keptUnreadable: ({ name, digest }: { name: 'tool' | 'policy'; digest: string }) =>
    errorText('REPLAY_MISSING', `The stored ${name} cannot be read: ${digest}`),
  policyUnusable: ({ digest }: { digest: string }) =>
    errorText('REPLAY_MISSING', `The stored policy cannot be used: ${digest}`),
};
