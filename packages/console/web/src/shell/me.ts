import type { CurrentUser, OperationRole } from '@callgate/operations/api';
import { type Context, createContext, use } from 'react';

export const MeContext: Context<CurrentUser | null> = createContext<CurrentUser | null>(null);

export const useMe = (): CurrentUser => {
  const me = use(MeContext);
  if (me === null) throw new Error('nobody is signed in');
  return me;
};

const RANK: Readonly<Record<OperationRole, number>> = { viewer: 0, approver: 1, operator: 2 };

/** Whether the signed-in person has this role. The server looks again. */
export const useHasRole = (role: OperationRole): boolean => RANK[useMe().caller.role] >= RANK[role];
