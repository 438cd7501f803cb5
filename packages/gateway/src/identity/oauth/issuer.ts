import { CallgateError, display } from '@callgate/core';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { askProvider, readProviderJson, parseSafeUrl } from '../ask-provider.ts';

/** Whoever waits for it has sent a request. */
const TIMEOUT_MS = 5000;

const metadataIn = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keysIn = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

export const issuerError = (message: string, cause?: unknown): CallgateError =>
  new CallgateError('OAUTH_PROVIDER', message, {
    help: 'see `http: auth: oauth:` in callgate.yaml, and whether the issuer can be reached',
    cause,
  });

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
  let problem = issuerError('the issuer says nothing of itself');
  for (const url of metadataUrls(issuer)) {
    const { status, content } = await askProvider(url, { failed: issuerError, timeoutMs: TIMEOUT_MS });
    if (status >= 500) throw issuerError(`the issuer answers with status ${status}`);
    const read = metadataIn.safeParse(content);
    if (status !== 200 || !read.success) continue;
    const { issuer: named, jwks_uri: keys } = read.data;
    if (named !== issuer)
      problem = issuerError(`the issuer calls itself \`${display(named, { max: 120 })}\``);
    else if (issuer.startsWith('https:') && parseSafeUrl(keys, issuerError).protocol !== 'https:')
      problem = issuerError('the issuer has its keys where nothing is encrypted');
    else return parseSafeUrl(keys, issuerError).href;
  }
  throw problem;
};

export const readKeys = async (url: string): Promise<JSONWebKeySet> => {
  const read = keysIn.safeParse(await readProviderJson(url, { failed: issuerError, timeoutMs: TIMEOUT_MS }));
  if (!read.success) throw issuerError('the keys of the issuer cannot be used');
  return read.data;
};
