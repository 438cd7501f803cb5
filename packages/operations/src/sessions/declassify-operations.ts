import { CallgateError, display } from '@callgate/core';
import type { ApprovalService } from '@callgate/gate/confirm';
import { operationErrors } from '@callgate/messages/errors/operation';
import { operationMessages } from '@callgate/messages/operations';
import { z } from 'zod';
import type { ConsoleEvent } from '../api/events.ts';
import type { Operations } from '../api/operation.ts';
import type { DeclassifyParams, SessionsApi } from '../api/sessions.ts';
import { defineChange } from '../operation-table.ts';
import { findSummary } from './read-session-history.ts';

const labelled = {
  label: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  reason: z.string().trim().min(1).max(2000),
};
const name = z.string().min(1).max(4096);

const paramsSchema: z.ZodType<DeclassifyParams> = z.union([
  z.strictObject({ session: name, ...labelled }),
  z.strictObject({ store: name, ...labelled }),
  z.strictObject({ principal: name, context: name, authenticated: z.boolean(), ...labelled }),
]);

const declassify = async (
  desk: ApprovalService,
  params: DeclassifyParams,
  by: string,
): Promise<string | null> => {
  const { label, reason } = params;
  if ('store' in params)
    return (await desk.declassifyStore({ store: params.store, label, by, reason })) ? null : params.store;
  const { principal, context, authenticated } =
    'session' in params ? await findSummary({ read: desk.read }, params.session) : params;
  const isDone = await desk.declassify({ principal, context, authenticated, label, by, reason });
  return isDone ? null : operationMessages.sessionGaps.of({ principal });
};

/** Takes labels of contexts and stores away. */
export const declassifyOperations = (
  desk: ApprovalService,
  tell?: (event: ConsoleEvent) => void,
): Operations<Pick<SessionsApi, 'sessions.declassify'>> => ({
  'sessions.declassify': defineChange('operator', paramsSchema, async (params, { subject }) => {
    const unlabelled = await declassify(desk, params, subject);
    if (unlabelled !== null)
      throw new CallgateError(
        operationErrors.labelChanged({ what: display(unlabelled, { max: 200 }), label: params.label }),
      );
    tell?.({ type: 'changed', what: 'calls' });
    return null;
  }),
});
