import { countOf } from './text/count.ts';

/** What operations answer about calls, sessions, policies and the audit log. Console and command line show it. */
export const operationMessages = {
  /** Why the result of an earlier call is not shown. The text is part of a sentence. */
  earlierResult: {
    notWhole: 'the result is no longer stored whole',
    forApprovers: 'only people who can approve see results of tools',
    sessionOver: 'the session that saw it has ended',
    notKept: 'the result was not stored',
    sealed: 'the result is sealed in the audit log',
  },

  /** What is no longer known of a session. */
  sessionGaps: {
    over: 'The session has ended. Its labels, requests and results are gone; what the calls were decided on is stored.',
    sealed: 'Requests and results are sealed. Only their number and time are shown.',
    cut: 'The audit log has more of this time than was read: requests and declassifications may be missing.',
    unnamed:
      'Only the client names this conversation. All such conversations of the user are one session here, and no request counts in it.',
    results: ({ count }: { count: number }) =>
      `${countOf(count, 'earlier result')} ${count === 1 ? 'was' : 'were'} dropped to keep the session small. Values from there count as seen nowhere.`,
    requests: ({ count }: { count: number }) =>
      `${countOf(count, 'earlier request')} of the user no longer ${count === 1 ? 'counts' : 'count'}.`,
    traced: ({ most }: { most: number }) => `Values are traced for the last ${most} calls only.`,
    requestsHidden: 'Only approvers and operators see what the user said',
    digestOnly: 'only its digest is stored',
    of: ({ principal }: { principal: string }) => `the session of ${principal}`,
  },

  policy: {
    observes: 'The policy only observes: no call is held or blocked',
    logUnreadable: 'The audit log could not be read',
  },

  auditLog: {
    entryUnreadable: 'its bytes are not an entry',
    grantGone: 'it is no longer in the store',
    toolUnknown: 'the audit log does not have the tool as it was then',
    verifyFailed: 'The audit log could not be verified',
  },

  serverUrl: 'a URL',
  parametersUnreadable: 'not readable',
};
