import { CallgateError, display } from '@callgate/core';
import { identityErrors } from '@callgate/messages/errors/identity';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { askProvider, readProviderJson, parseSafeUrl } from '../ask-provider.ts';

/** A request waits for the answer. */
const TIMEOUT_MS = 5000;

const metadataIn = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keysIn = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

const providerError = (problem: string, cause?: unknown): CallgateError =>
  new CallgateError(identityErrors.issuer.failed({ problem }), { cause });

/** Where an issuer may say something of itself: RFC 8414 first, then OpenID in both of its forms. */
export const metadataUrls = (issuer: string): readonly string[] => {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(urls)];
};

/** Where the keys of an issuer are. What calls itself something else is not that issuer. */
export const findKeysUrl = async (issuer: string): Promise<string> => {
  let problem = new CallgateError(identityErrors.issuer.metadataMissing());
  for (const url of metadataUrls(issuer)) {
    const { status, content } = await askProvider(url, { failed: providerError, timeoutMs: TIMEOUT_MS });
    if (status >= 500) throw new CallgateError(identityErrors.issuer.status({ status }));
    const read = metadataIn.safeParse(content);
    if (status !== 200 || !read.success) continue;
    const { issuer: named, jwks_uri: keys } = read.data;
    if (named !== issuer)
      problem = new CallgateError(identityErrors.issuer.otherName({ name: display(named, { max: 120 }) }));
    else if (issuer.startsWith('https:') && parseSafeUrl(keys, providerError).protocol !== 'https:')
      problem = new CallgateError(identityErrors.issuer.keysUnencrypted());
    else return parseSafeUrl(keys, providerError).href;
  }
  throw problem;
};

export const readKeys = async (url: string): Promise<JSONWebKeySet> => {
  const read = keysIn.safeParse(
    await readProviderJson(url, { failed: providerError, timeoutMs: TIMEOUT_MS }),
  );
  if (!read.success) throw new CallgateError(identityErrors.issuer.keysUnusable());
  return read.data;
};
