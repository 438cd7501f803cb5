import type { RequestHead } from './request-head.ts';

/** Browsers send cookies to every port of a host: each console has names of its own. */
export const getCookieName = (port: number): string => `__Host-callgate-session-${port}`;

/** Kept while a person is at their provider. */
export const getTeamCookieName = (port: number): string => `__Host-callgate-team-${port}`;

const SAFE = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Ends with the browser at the latest. */
export const formatCookie = (name: string, value: string, maxAgeS?: number): string =>
  `${name}=${value}; ${SAFE}${maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`}`;

export const formatExpiredCookie = (name: string): string => formatCookie(name, '', 0);

/** The value of one cookie. Undefined too where there are two of it: nobody could tell which one we set. */
export const readCookie = ({ cookie = '' }: RequestHead, name: string): string | undefined => {
  const values = cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
};
