import { clientServerMessages } from '@callgate/messages/cli/client-servers';

const PLACEHOLDER = /\$\{[^}]*\}|\$[A-Za-z_]\w*/g;
const TELLING = /\$\{input:|key|token|secret|pass|auth|cred/i;

/** Long, of letters and digits in no order that a person would write. */
export const looksRandom = (segment: string): boolean =>
  segment.length >= 20 && /\d/.test(segment) && /[A-Za-z]/.test(segment) && /^[\w~.=-]+$/.test(segment);

/**
 * Why this address may carry a secret, which the words of a command must not: everybody on the machine can
 * read them.
 */
export const findSecretReason = (address: string): string | undefined => {
  const filled = [...address.matchAll(PLACEHOLDER)].map(([variable]) => variable);
  if (filled.some((variable) => TELLING.test(variable))) return clientServerMessages.address.secretVariable;
  const plain = address.replaceAll(PLACEHOLDER, 'x');
  const url = URL.parse(plain.startsWith('http') ? plain : `http://${plain}`);
  if (url === null) return undefined;
  if (url.username !== '' || url.password !== '') return clientServerMessages.address.user;
  if (url.search !== '' || url.hash !== '') return clientServerMessages.address.query;
  if (url.pathname.split('/').some(looksRandom)) return clientServerMessages.address.random;
  return undefined;
};
