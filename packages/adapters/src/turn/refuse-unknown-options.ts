import { CallgateError, display } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { isObject } from '../host/host-options.ts';

/** An option with a typo would be taken for absent. `findNear` finds the option that was probably meant. */
export const refuseUnknownOptions = (
  method: string,
  options: unknown,
  known: readonly string[],
  findNear: (name: string, known: readonly string[]) => string | undefined = () => undefined,
): void => {
  if (!isObject(options)) throw new CallgateError(adapterErrors.optionsNotObject({ method }));
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new CallgateError(
    adapterErrors.optionUnknown({
      method,
      name: display(unknown, { max: 80 }),
      near: findNear(unknown, known),
      known: known.join(', '),
    }),
  );
};
