import { display } from '@callgate/core';

const MAX_NAME = 200;

/** A chain of delegation for people, nearest first. */
export const delegationText = (delegation: readonly string[]): string =>
  delegation.map((name) => display(name, { max: MAX_NAME })).join(', then ');
