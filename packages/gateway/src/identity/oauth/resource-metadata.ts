import { canonical } from '@callgate/core';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** What is said of a protected resource, and where: RFC 9728. */
export interface ResourceMetadata {
  /** How clients reach it. */
  readonly url: string;
  /** By path; the same text under each. */
  readonly documents: ReadonlyMap<string, string>;
}

export interface ProtectedResource {
  readonly issuer: string;
  readonly resource: string;
  readonly scopes: readonly string[];
}

export const resourceMetadata = ({ issuer, resource, scopes }: ProtectedResource): ResourceMetadata => {
  const { origin, pathname } = new URL(resource);
  const own = `${WELL_KNOWN}${pathname.replace(/\/$/, '')}`;
  const written = pathname === '/' ? own : `${WELL_KNOWN}${pathname}`;
  const text = canonical({
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    resource_name: 'Callgate',
    ...(scopes.length === 0 ? {} : { scopes_supported: [...scopes] }),
  });
  return {
    url: `${origin}${own}`,
    documents: new Map([
      [WELL_KNOWN, text],
      [own, text],
      [written, text],
    ]),
  };
};
