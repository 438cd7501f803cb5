import { display, CallgateError } from '@callgate/core';
import { adapterMessages } from '@callgate/messages/adapter';
import { errorSentences } from '@callgate/messages/text/error-text';

const UNREADABLE = adapterMessages.thrownWithoutText;

const rawText = (thrown: unknown): string => {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : String(thrown);
    return typeof text === 'string' ? text : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
};

/** The text of whatever was thrown, safe to show. Never throws itself. */
export const thrownText = (thrown: unknown, max = 2000): string =>
  display(rawText(thrown), { max, lines: true });

/** The same with the name of an error, as for a reason to abort. */
export const abortReasonText = (thrown: unknown): string => {
  try {
    return display(String(thrown), { max: 2000, lines: true });
  } catch {
    return UNREADABLE;
  }
};

/** Why there is no result, as a model is told where it is clear that something went wrong. */
export const reasonText = (error: CallgateError): string => errorSentences(error);

/** The same where the answer is nothing but text. */
export const errorText = (error: CallgateError): string => adapterMessages.error({ text: reasonText(error) });

/** A result, as text. What is text already stays as it is. */
export const resultText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Why something could not be decided or recorded, for a model. */
export const failureText = (error: unknown): string =>
  error instanceof CallgateError
    ? error.message
    : adapterMessages.gateFailed({ problem: thrownText(error, 300) });
