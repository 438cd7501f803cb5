import { CallgateError } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';

export const parsePort = (written: string | undefined): number | undefined => {
  if (written === undefined) return undefined;
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CallgateError(optionErrors.port());
};
