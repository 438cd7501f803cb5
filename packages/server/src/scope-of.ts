import { CallgateError } from '@callgate/core';
import type { Scope } from './scope.ts';
import { scopeIn } from './scope.ts';

/** The scope of the call that a handler was given this context for: the last argument every SDK gives to handlers. */
export const scopeOf = (context: object): Scope => {
  const scope = scopeIn(context);
  if (scope !== undefined) return scope;
  throw new CallgateError('GUARD_NO_SCOPE', 'there is no guarded call with this context', {
    help: 'guard the server before tools are registered, and pass the very object that the handler was given',
  });
};
