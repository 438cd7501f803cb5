import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';

const MAX_NAME = 200;

/** A chain of delegation for people, nearest first. */
export const delegationText = (delegation: readonly string[]): string =>
  approvalMessages.prompt.chain({ names: delegation.map((name) => display(name, { max: MAX_NAME })) });
