import type { Path } from '@callgate/policy/yaml';
import { isLoopback } from './defaults.ts';
import { looksSecret } from './looks-secret.ts';
import type { Problems } from './problems.ts';

/** Said by the transport itself; a value from a file would contradict it. */
const OWN_HEADERS =
  /^(?:accept|connection|content-.*|cookie2?|host|keep-alive|mcp-.*|te|trailer|transfer-encoding|upgrade|last-event-id)$/i;

/** A url as it may stand in a file. Its text is not shown: it may hold what it should not. */
export const readUrl = (
  text: string,
  at: Path,
  problems: Problems,
  secrets: 'refused' | 'warned',
): string | undefined => {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    problems.error(at, 'CONFIG_URL', 'not a url that begins with https:// or http://');
    return undefined;
  }
  if (url.username !== '' || url.password !== '') {
    problems.error(
      at,
      'CONFIG_URL',
      'the url has a password in it',
      'send it in a header, from the environment',
    );
    return undefined;
  }
  if ([...url.searchParams].some(([name, value]) => looksSecret(name, value))) {
    const message = 'the query of the url looks like it holds a secret';
    if (secrets === 'refused') {
      problems.error(at, 'CONFIG_SECRET', message, 'send it in a header, from the environment');
      return undefined;
    }
    problems.warn(at, 'CONFIG_SECRET', message, 'send it in a header, from the environment');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    problems.warn(at, 'CONFIG_UNENCRYPTED', 'this server is reached without encryption', 'use https');
  return url.href;
};

/** Headers without those that the transport writes itself, and without values that would end one. */
export const checkHeaders = (
  headers: Readonly<Record<string, string>>,
  at: Path,
  problems: Problems,
): void => {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_HEADERS.test(name))
      problems.error([...at, name], 'CONFIG_HEADER', `the header \`${name}\` is not yours to set`);
    else if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
      problems.error([...at, name], 'CONFIG_HEADER', `the value of \`${name}\` cannot stand in a header`);
  }
};
