import type { CallgateError } from '@callgate/core';
import { display } from '@callgate/core';

/** One problem of a file, with where it stands, as a line for standard error. */
export const problemLine = (where: string, { code, message, help }: CallgateError): string =>
  `${display(where)}: error[${code}]: ${message}${help === undefined ? '' : `\n  help: ${help}`}\n`;
