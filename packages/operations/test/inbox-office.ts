import type { People, ToolCatalogue } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import type { OperationCaller, Operations, OperationRole } from '../src/api/operation.ts';
import type { InboxApi } from '../src/api/inbox.ts';
import { inboxOperationsOn } from '../src/inbox/inbox-operations.ts';
import type { Office } from '../../gate/test/office.ts';
import { catalogueOf } from '../../gate/test/office.ts';

export const caller = (subject: string, role: OperationRole = 'approver'): OperationCaller => ({
  subject,
  role,
  groups: [],
});

export const LOCAL: OperationCaller = caller('local', 'operator');

type InboxCalls = {
  readonly [N in keyof InboxApi]: (
    params: InboxApi[N]['params'],
    caller: OperationCaller,
  ) => Promise<InboxApi[N]['result']>;
};

/** The operations on the inbox of an office, with the people it was opened with. */
export const inboxOperationsOf = (
  { gate, keys, clock, store }: Office,
  people: People = SINGLE_USER,
  catalogue: ToolCatalogue = catalogueOf(),
): Operations<InboxApi> =>
  inboxOperationsOn({
    gate,
    desk: gate.desk,
    via: 'console',
    policy: () => gate.policy,
    changes: {
      onEvent: (listener) => gate.onEvent(listener),
      onChange: (listener) => store.onChange(listener),
    },
    keys,
    clock,
    catalogue,
    definition: () => undefined,
    isServedHere: () => false,
    people: () => people,
  });

/** The same, by their handlers. */
export const inboxOf = (...parts: Parameters<typeof inboxOperationsOf>): InboxCalls =>
  Object.fromEntries(
    Object.entries(inboxOperationsOf(...parts)).map(([name, { handle }]) => [name, handle]),
  ) as unknown as InboxCalls;
