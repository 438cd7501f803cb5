import { display } from '@callgate/core';
import { findNearestName } from '@callgate/policy';

/** The nearest of some names, safe to show. */
export const shownNear = (written: string, names: readonly string[]): string | undefined => {
  const near = findNearestName(written, names);
  return near === undefined ? undefined : display(near);
};
