import type { People, ToolCatalogue } from '@callgate/gate';
import { SINGLE_USER } from '@callgate/gate';
import type { Caller, Handlers, Role } from '../src/api/operation.ts';
import type { InboxApi } from '../src/api/inbox.ts';
import { handlersOn } from '../src/inbox/handlers.ts';
import type { Office } from '../../gate/test/office.ts';
import { catalogueOf } from '../../gate/test/office.ts';

export const caller = (subject: string, role: Role = 'approver'): Caller => ({ subject, role, groups: [] });

export const LOCAL: Caller = caller('local', 'operator');

/** The inbox of an office, with the people it was opened with. */
export const inboxOf = (
  { gate, keys, clock, store }: Office,
  people: People = SINGLE_USER,
  catalogue: ToolCatalogue = catalogueOf(),
): Handlers<InboxApi> =>
  handlersOn({
    gate,
    keys,
    clock,
    catalogue,
    definition: () => undefined,
    isServedHere: () => false,
    people: () => people,
    onChange: (listener) => store.onChange(listener),
  });
