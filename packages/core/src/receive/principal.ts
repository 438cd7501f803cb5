import { callErrors } from '@callgate/messages/errors/call';
import { CallgateError } from '../callgate-error.ts';

/** Who makes a call. There is no anonymous principal: a caller that cannot be named is not served. */
export interface Principal {
  readonly subject: string;
  readonly kind: 'human' | 'service';
  readonly groups: readonly string[];
  readonly roles: readonly string[];
  /** Subjects on whose behalf this one acts, nearest first. */
  readonly delegation: readonly string[];
}

export const LOCAL_PRINCIPAL: Principal = Object.freeze({
  subject: 'local',
  kind: 'human',
  groups: Object.freeze([]),
  roles: Object.freeze([]),
  delegation: Object.freeze([]),
});

/** A principal by its subject, with as much more as the host knows. */
export type PrincipalName = string | (Pick<Principal, 'subject'> & Partial<Principal>);

const subjectOf = (name: unknown): unknown =>
  typeof name === 'object' && name !== null ? Reflect.get(name, 'subject') : name;

/**
 * The whole principal: a person without groups, roles or delegation where nothing else is given. Throws CALL_PRINCIPAL
 * where there is no subject: nobody is taken for the local user by mistake.
 */
export const principalOf = (name: PrincipalName): Principal => {
  const subject = subjectOf(name);
  if (typeof subject !== 'string' || subject === '') throw new CallgateError(callErrors.userUnnamed());
  return { ...LOCAL_PRINCIPAL, ...(typeof name === 'string' ? {} : name), subject };
};
