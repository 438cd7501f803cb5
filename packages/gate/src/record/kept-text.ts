import type { Json } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digestCanonical } from '@callgate/core/receive';

/** What rows refer to by digest, each in a domain of its own. A policy's digest is its revision. */
export const KEPT_DOMAINS = ['tool-input', 'decision', 'policy', 'policy-layers'] as const;

export type KeptDomain = (typeof KEPT_DOMAINS)[number];

export interface KeptText {
  readonly digest: string;
  readonly text: string;
}

/** Whatever is undefined in a value of ours is absent in its text. */
const plainJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

export const makeKeptText = (domain: KeptDomain, value: unknown): KeptText => {
  const text = canonical(plainJson(value));
  return { digest: digestCanonical(domain, text), text };
};

/** Whether a kept text is what its digest says, and in which domain. */
export const findKeptDomain = ({ digest, text }: KeptText): KeptDomain | undefined =>
  KEPT_DOMAINS.find((domain) => digestCanonical(domain, text) === digest);
