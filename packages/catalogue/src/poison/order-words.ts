/** More of a sentence is not read. */
const MOST = 60;
const TOKEN = /https?:\/\/\S+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}|\p{L}+(?:['’]t)?|\d{8,}|\w+/gu;

const kindOf = (token: string): string => {
  if (token.includes('://')) return '#url';
  if (token.includes('@')) return '#mail';
  if (/^\d{8,}$/u.test(token)) return '#digits';
  if (token.includes('_')) return '#name';
  if (/[a-z]{3}ies$/u.test(token)) return `${token.slice(0, -3)}y`;
  return /[a-z]{2}[^siu]s$/u.test(token) ? token.slice(0, -1) : token;
};

/** What the model of orders sees of a sentence: its words, and two that stand side by side. */
export const orderWords = (sentence: string): readonly string[] => {
  const words = (sentence.normalize('NFKC').toLowerCase().match(TOKEN) ?? []).slice(0, MOST).map(kindOf);
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
  return [...new Set([...words, ...pairs, `^${words[0] ?? ''}`, ...(words.length < 5 ? ['#short'] : [])])];
};
