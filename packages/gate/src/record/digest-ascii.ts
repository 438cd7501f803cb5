import { hash } from 'node:crypto';

/** `digestCanonical` of core for long texts, by the hash that Node has built in. `text` is canonical, so it is ASCII. */
export const digestAscii = (domain: string, text: string): string =>
  `sha256:${hash('sha256', `callgate:v1:4:json${domain.length}:${domain}${text.length}:${text}`, 'hex')}`;
