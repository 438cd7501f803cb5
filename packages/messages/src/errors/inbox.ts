import { errorText } from '../text/error-text.ts';

/** Errors of commands that show and decide calls, grants and labels. */
export const inboxErrors = {
  noTerminal: ({ bindings }: { bindings: string }) =>
    errorText(
      'APPROVE_TERMINAL',
      'Nothing was decided: there is no terminal to ask at',
      `Add --yes --binding ${bindings} to approve exactly what is shown.`,
    ),
  callUnknown: ({ call }: { call: string }) =>
    errorText('CALL_UNKNOWN', `There is no call ${call}`, 'List the waiting calls with `callgate inbox`.'),
  neverAsked: ({ call }: { call: string }) =>
    errorText(
      'CALL_UNKNOWN',
      `There is no call ${call} that needed approval`,
      'List the waiting calls with `callgate inbox`.',
    ),
  notUnknown: ({ call }: { call: string }) =>
    errorText(
      'CALL_SETTLED',
      `There is no call ${call} with an unknown result, or it is settled already`,
      'See `callgate status`.',
    ),
  approversUnknown: ({ call, missing }: { call: string; missing: string }) =>
    errorText(
      'PEOPLE_UNKNOWN',
      `Call ${call} was not approved: ${missing}. Approvers are known only to a running gateway`,
      'Start it, for example with `callgate up`, and approve the call then. `callgate deny` works now.',
    ),
  grantWithoutGateway: ({ call }: { call: string }) =>
    errorText(
      'GRANT_WITHOUT_GATEWAY',
      `Call ${call} was not approved: only a running gateway gives grants`,
      'Start the gateway, or approve this call only: leave out --grant.',
    ),
  grantUnknown: ({ grant }: { grant: string }) =>
    errorText('GRANT_OVER', `There is no grant ${grant}, or it was revoked`, 'See `callgate grants --all`.'),
  contextUnlabelled: ({ principal, context, label }: { principal: string; context: string; label: string }) =>
    errorText(
      'CONTEXT_UNKNOWN',
      `No context ${context} of ${principal} has the label ${label}`,
      '`callgate inbox --json` shows the principal and context of each call.',
    ),
  clientContextUnlabelled: ({ principal, label }: { principal: string; label: string }) =>
    errorText(
      'CONTEXT_UNKNOWN',
      `No context of ${principal} that only a client names has the label ${label}`,
      '`callgate inbox --json` shows the principal and context of each call.',
    ),
  storeUnlabelled: ({ store, label }: { store: string; label: string }) =>
    errorText(
      'STORE_UNLABELLED',
      `Store ${store} does not have the label ${label}`,
      'Write `server NAME`, or `store NAME` for a store that the operator named.',
    ),
  noCheckpoint: ({ path }: { path: string }) =>
    errorText('ANCHOR', `There is no checkpoint in ${path}`, 'Give a file that an anchor wrote.'),
};
