import type { CallgateError } from '@callgate/core';

/** Why there is no result, as a model is told where it is clear that something went wrong. */
export const reasonText = ({ message, help }: CallgateError): string =>
  `${message}${help === undefined ? '' : `; ${help}`}`;

/** The same where the answer is nothing but text. */
export const errorText = (error: CallgateError): string => `Error: ${reasonText(error)}`;

/** A result, as text. What is text already stays as it is. */
export const resultText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
