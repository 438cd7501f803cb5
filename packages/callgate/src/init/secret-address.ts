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
  if (filled.some((variable) => TELLING.test(variable))) return 'a variable in its address may hold a secret';
  const plain = address.replaceAll(PLACEHOLDER, 'x');
  const url = URL.parse(plain.startsWith('http') ? plain : `http://${plain}`);
  if (url === null) return undefined;
  if (url.username !== '' || url.password !== '') return 'its address names a user or a password';
  if (url.search !== '' || url.hash !== '') return 'what follows the path of its address may be a secret';
  if (url.pathname.split('/').some(looksRandom)) return 'a part of its address looks like a secret';
  return undefined;
};
