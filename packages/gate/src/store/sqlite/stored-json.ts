import type { Json } from '@callgate/core';
import { canonical } from '@callgate/core';

const texts = new WeakMap<object, string>();

/** The canonical text of a plain value. `canonical` itself refuses what is not JSON. */
export const storedJson = (value: object): string => canonical(value as Json);

/** The same for a value that many calls share, such as a decision that is remembered for a tool. */
export const sharedJson = (value: object): string => {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = storedJson(value);
  // what is frozen was made to be shared, and can only change where somebody left a part of it open
  if (Object.isFrozen(value)) texts.set(value, text);
  return text;
};
