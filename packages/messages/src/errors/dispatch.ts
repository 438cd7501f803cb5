import { errorText } from '../text/error-text.ts';

/** Errors of the gate while it sends a call and records its result. */
export const dispatchErrors = {
  gateClosed: () => errorText('GATE_CLOSED', 'The gate is closed', 'Open another one.'),
  nothingHeld: () =>
    errorText(
      'HOLD_OBSERVED',
      'A policy that only observes holds no calls',
      'Use `begin`, or a policy that enforces.',
    ),
  planTooLong: ({ most }: { most: number }) =>
    errorText('PLAN_LENGTH', `A plan has at most ${most} calls`, 'Declare fewer calls at once.'),
  planDenied: () =>
    errorText(
      'PLAN_DENIED',
      'This call was denied before in this task',
      'Leave it out of the plan, and tell the user. If the user asks for it again, make the call itself.',
    ),
  plansDenied: ({ count }: { count: number }) =>
    errorText(
      'PLANS_DENIED',
      `Plans ask nothing more in this task: ${count} calls were denied`,
      'Make the call itself. It is asked about then.',
    ),
  limitInvalid: ({ name }: { name: string }) =>
    errorText('LIMIT_VALUE', `The limit ${name} is not a valid number`, 'Give a number from 0 on.'),
  durabilityInvalid: () =>
    errorText('LIMIT_VALUE', 'The durability is not valid', 'Give `standard` or `strict`.'),
  forged: () => errorText('DISPATCHABLE_FORGED', 'Only the gate can make a call dispatchable'),
  sentTwice: ({ call, attempt }: { call: string; attempt: number }) =>
    errorText(
      'DISPATCHED_TWICE',
      `Attempt ${attempt} of call ${call} was sent already`,
      'Ask the gate for another attempt. The gate records its own intent for each attempt.',
    ),
  over: ({ call }: { call: string }) =>
    errorText('DISPATCH_OVER', `The result of call ${call} is recorded already; it cannot be sent now`),
  alreadyRan: ({ call }: { call: string }) =>
    errorText(
      'DISPATCH_PREVIEWED',
      `Call ${call} ran for its preview: its changes are committed, nothing is sent`,
    ),
  changed: () => errorText('DISPATCH_DIGEST', 'The outgoing call is not the one that was decided on'),
  timeout: ({ timeoutMs }: { timeoutMs: number }) =>
    errorText('DISPATCH_TIMEOUT', `No answer within ${timeoutMs} ms`),
  settledTwice: ({ call }: { call: string }) =>
    errorText(
      'SETTLED_TWICE',
      `Call ${call} is not in flight, or its result is recorded already`,
      'Settle what `begin` or `resume` returned, once.',
    ),
};
