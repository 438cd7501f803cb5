import type { Me, Role } from '@callgate/operations/api';
import { type Context, createContext, use } from 'react';

export const MeContext: Context<Me | null> = createContext<Me | null>(null);

export const useMe = (): Me => {
  const me = use(MeContext);
  if (me === null) throw new Error('nobody is signed in');
  return me;
};

const RANK: Readonly<Record<Role, number>> = { viewer: 0, approver: 1, operator: 2 };

/** Whether whoever is signed in may do what needs this role. The server looks again. */
export const useMay = (role: Role): boolean => RANK[useMe().caller.role] >= RANK[role];
