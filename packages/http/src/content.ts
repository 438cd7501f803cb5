import type { RequestHead } from './request-head.ts';

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=utf-8)?$/;

export const isJsonType = (type: string | undefined): boolean =>
  type === 'application/json' || (type !== undefined && JSON_TYPE.test(type.replace(/=utf-8$/i, '=utf-8')));

export const isLongerThan = ({ contentLength }: RequestHead, bytes: number): boolean =>
  contentLength !== undefined && Number(contentLength) > bytes;

/** No header accepts everything. Longer ranges win over shorter ones only in that `q=0` takes one away. */
export const isAccepted = (accept: string | undefined, type: string): boolean => {
  if (accept === undefined) return true;
  const ranges = new Set([type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']);
  let accepted = false;
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!ranges.has(range)) continue;
    const refused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    if (refused && range === type) return false;
    if (!refused) accepted = true;
  }
  return accepted;
};

/** What an Authorization header presents. Undefined where that is not one token. */
export const readBearerToken = (authorization: string): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization)?.[1];
