import { countOf } from './text/count.ts';

/** Why the gate stopped a call, or does not know its result. People and models read it; the audit log keeps it. */
export const dispatchMessages = {
  requesterLeft: 'The requester disconnected',
  requesterLeftBefore: 'The requester disconnected before the call was sent',
  requesterLeftAfter: 'The requester disconnected before the answer came',
  requesterProcessGone: 'The process of the requester does not answer: it ended, or is paused',
  senderProcessGone: 'The process that sent the call does not answer: it ended, or is paused',
  alreadyInState: ({ state }: { state: string }) => `This call is ${state} already; it does not run twice`,
  alreadyHere: ({ state }: { state: string }) =>
    `The gate has this call already, as ${state}; it does not run twice`,
  keyReused: 'Another call has this key already. Every call needs its own key',
  keyPending: 'A call with this key waits already',
  ticketUnknown: 'There is no call with this ticket',
  ticketOfOther: 'This ticket belongs to another call',
  resumedOtherwise: 'A ticket of a pending call was used for another call',
  over: 'The call is over',
  expired: 'The time to approve the call is over',
  slotExpired: 'No slot was free in time',
  approvalExpired: 'No decision was made in time',
  needsPersonNow: 'While the call waited, it came to need a person. Ask again',
  hoursNever: 'There is no time at which the call can run',
  quorumImpossible: ({ wanted }: { wanted: string }) =>
    `The call needs the approval of ${wanted}, and there are not enough approvers`,
  onePerson: '1 person',
  people: ({ count, group }: { count: number; group: string | undefined }) =>
    group === undefined ? `${count} people` : `${count} people of ${group}`,
  givenUp: 'The gate gave up on the call before its answer came',
  givenUpUnknown: 'The gate gave up on the call before its answer came. A person can settle it',
  lateAnswer: 'An answer came after the gate gave up on the call; it was not released',
  withheld: 'The answer could not be recorded in time, so it was withheld',
  unreadable: ({ problem }: { problem: string }) => `The answer cannot be taken in: ${problem}`,
  notReported: 'The result was not reported in time',
  heldNotSent: 'The call was to be held, not sent',
  waiterFailed: 'The program that waited for the call failed',
  mayBeSecret: 'The text may be secret and is not kept',
  resultTooLarge: ({ bytes, most }: { bytes: number; most: number }) =>
    `The result has ${bytes} bytes, more than ${most}`,
  resultUnrecordable: ({ problem }: { problem: string }) => `The result cannot be recorded: ${problem}`,

  /** Why an approval, a waiting call or a grant no longer counts. */
  voided: {
    definitionChanged: 'The definition of the tool changed',
    contextEnded: 'The context of the call ended',
    sessionEnded: 'The session ended',
    otherRule: 'another rule asks now',
    stricterTerms: 'extra checks are required now',
    sentSince: 'the same call was sent since it was planned',
    taskEnded: 'The task ended',
  },

  /** Too many questions for people. `reason` is for the caller, `summary` for the operator. */
  budget: {
    used: ({ asked }: { asked: number }) =>
      `This session asked people ${countOf(asked, 'question')} within an hour. Wait before you ask again`,
    usedSummary: ({ session, asked, most }: { session: string; asked: number; most: number }) =>
      `Session ${session} asked ${countOf(asked, 'question')} within an hour; the limit is ${most}. Further ones are denied and not shown`,
    pending: ({ pending }: { pending: number }) =>
      `${countOf(pending, 'call')} of this user already ${pending === 1 ? 'waits' : 'wait'} for approval. Wait until some are decided`,
    pendingSummary: ({ principal, pending, most }: { principal: string; pending: number; most: number }) =>
      `${countOf(pending, 'call')} of ${principal} ${pending === 1 ? 'waits' : 'wait'} for approval; the limit is ${most}. Further ones are denied and not shown`,
  },

  /** Alerts for the operator. */
  preview: {
    left: 'The caller left before the preview ended',
    timeout: 'The preview did not end in time',
  },
  alerts: {
    unknownError: 'unknown error',
    sweepFailed: ({ code }: { code: string }) => `Overdue calls could not be processed: ${code}`,
  },
  sentMeanwhile: 'the same call was sent while this one waited, with an unknown result',
};
