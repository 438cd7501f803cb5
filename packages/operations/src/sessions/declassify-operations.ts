import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import type { ApprovalService } from '@callgate/gate/confirm';
import { operationErrors } from '@callgate/messages/errors/operation';
import { z } from 'zod';
import type { ConsoleEvent } from '../api/events.ts';
import type { Operations } from '../api/operation.ts';
import type { SessionsApi } from '../api/sessions.ts';
import type { StatusApi } from '../api/status.ts';
import { defineChange } from '../operation-table.ts';

export const notLabelledError = (what: string, label: string): CallgateError =>
  new CallgateError(operationErrors.labelChanged({ what: display(what, { max: 200 }), label }));

const labelled = {
  label: z.enum(LABEL_NAMES),
  reason: z.string().trim().min(1).max(2000),
};
const name = z.string().min(1).max(1024);

/** Takes labels of contexts and stores away. */
export const declassifyOperations = (
  desk: ApprovalService,
  tell?: (event: ConsoleEvent) => void,
): Operations<
  Pick<SessionsApi, 'sessions.declassifyStore'> & Pick<StatusApi, 'sessions.declassifyContext'>
> => ({
  'sessions.declassifyContext': defineChange(
    'operator',
    z.strictObject({ principal: name, context: name, authenticated: z.boolean(), ...labelled }),
    (given, { subject }) => desk.declassify({ ...given, by: subject }),
  ),
  'sessions.declassifyStore': defineChange(
    'operator',
    z.strictObject({ store: z.string().min(1).max(4096), ...labelled }),
    async (given, { subject }) => {
      if (!(await desk.declassifyStore({ ...given, by: subject })))
        throw notLabelledError(given.store, given.label);
      tell?.({ type: 'changed', what: 'calls' });
      return null;
    },
  ),
});
