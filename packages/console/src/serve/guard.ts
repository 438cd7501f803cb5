import type { Head } from './head.ts';
import { Refused } from './refused.ts';

/** Under which names the console is reached. Anything else may be a name that was rebound to it. */
export interface Place {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

const crossSite = (message: string): Refused =>
  new Refused(403, 'CONSOLE_CROSS_SITE', message, 'open the console itself');

/** Checked for every request, before anything else is looked at. */
export const checkPlace = (head: Head | null, method: string, { hosts, origins }: Place): Head => {
  if (head === null)
    throw new Refused(400, 'CONSOLE_HEADER_REPEATED', 'a header came twice that may come once');
  if (head.host === undefined || !hosts.has(head.host.toLowerCase()))
    throw new Refused(403, 'CONSOLE_HOST', 'the Host header is not a name of the console');
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    throw new Refused(405, 'CONSOLE_METHOD', 'use GET or POST');
  if (head.authorization !== undefined)
    throw new Refused(401, 'CONSOLE_TOKEN', 'tokens mean nothing here', 'people sign in: callgate console');
  if (head.purpose?.includes('prefetch') === true)
    throw new Refused(403, 'CONSOLE_PREFETCH', 'nothing here is fetched ahead');
  if (head.origin !== undefined && !origins.has(head.origin))
    throw new Refused(403, 'CONSOLE_ORIGIN', 'pages of this origin are not served');
  return head;
};

/** A page or a part of one. People may come from anywhere, but only with a window of their own. */
export const checkPage = ({ site, mode, dest }: Head, asset: boolean): void => {
  if (
    dest === 'iframe' ||
    dest === 'frame' ||
    dest === 'embed' ||
    dest === 'object' ||
    dest === 'fencedframe'
  )
    throw crossSite('the console is not shown inside other pages');
  if (site === undefined || site === 'none' || site === 'same-origin') return;
  if (asset || mode !== 'navigate') throw crossSite('other pages load nothing from here');
};

/** What only the page itself asks for. */
export const checkRead = ({ site, mode, dest }: Head, download: boolean): void => {
  if (site !== 'same-origin' && !(download && site === 'none'))
    throw crossSite('only the page of the console may ask this');
  if (mode === 'navigate' ? !download || dest !== 'document' : dest !== 'empty')
    throw crossSite('only the page of the console may ask this');
};

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=utf-8)?$/i;

/** What changes something, before it is known who asks. */
export const checkPost = (head: Head, bodyBytes: number): void => {
  const { origin, site, mode, dest, contentType, contentLength, contentEncoding } = head;
  if (origin === undefined) throw new Refused(403, 'CONSOLE_ORIGIN', 'there is no Origin header');
  if (site !== 'same-origin' || (mode !== 'cors' && mode !== 'same-origin') || dest !== 'empty')
    throw crossSite('only the page of the console may change anything');
  if (contentType === undefined || !JSON_TYPE.test(contentType) || contentEncoding !== undefined)
    throw new Refused(415, 'CONSOLE_CONTENT_TYPE', 'send application/json as it is, in UTF-8');
  if (contentLength !== undefined && Number(contentLength) > bodyBytes) throw tooLarge();
};

export const tooLarge = (): Refused => new Refused(413, 'CONSOLE_TOO_LARGE', 'the body is too large');
