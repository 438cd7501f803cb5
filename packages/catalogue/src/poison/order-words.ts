/** More of a sentence is not read. */
const MOST = 60;
const TOKEN = /https?:\/\/\S+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}|\p{L}+(?:['’]t)?|\d{8,}|\w+/gu;

const kindOf = (token: string): string => {
  if (token.includes('://')) return '#url';
  if (token.includes('@')) return '#mail';
  if (/^(?=(?:[a-z]*\d){8})[\da-z]+$/u.test(token)) return '#digits';
  if (token.includes('_')) return '#name';
  if (/[a-z]{3}ies$/u.test(token)) return `${token.slice(0, -3)}y`;
  return /[a-z]{2}[^siu]s$/u.test(token) ? token.slice(0, -1) : token;
};

/** What words are about, so that one that nobody learnt counts like those that mean the same. */
const ABOUT: Readonly<Record<string, string>> = {
  person:
    'user person human people customer client principal owner requester caller holder reader anyone somebody someone everyone nobody traveller buyer payer member patient employee',
  tell: 'tell inform notify mention reveal disclose divulge report alert warn discuss explain communicate show say speak list',
  hide: 'hide conceal omit suppress silent silently quietly discreetly unmentioned undisclosed confidential private secretly unnoticed silence invisible',
  not: "not no never without don't nothing nobody neither nor unnecessary needless stop avoid refrain cease",
  give: 'include put paste copy attach append send pass forward write insert add supply provide embed share upload submit post transmit place enter fill quote repeat relay deliver',
  read: 'read open fetch load find collect gather look scan search check go grep harvest',
  secret:
    'password key token credential secret cookie environment env ssh kubeconfig pem passphrase seed login variable vault keychain netrc npmrc clipboard otp pin connection config configuration',
  talk: 'conversation chat dialogue transcript message history prompt instruction discussion turn exchange session reasoning thread',
  field:
    'field parameter argument note context hint metadata comment trace debug reason header payload remark intent query body',
  tool: 'tool server connector plugin function integration terminal shell',
  use: 'call use run invoke execute prefer choose consult trigger rely favour pick select',
  other: 'other another others alternative native competing remaining rival competitor older built',
  first: 'before first prior ahead earlier beforehand preceding',
  always:
    'always every each all any whenever whatever regardless irrespective notwithstanding invariably permanently',
  instead:
    'instead replace swap substitute override rather although even despite but where anyway nevertheless whether',
  asked: 'asked requested chosen given wanted named specified preferred picked typed stated wished ordered',
  value:
    'recipient payee beneficiary account address amount destination branch currency date role plan iban wallet price quantity total url email visibility class',
  praise:
    'recommend best favour praise promote endorse suggest advise top rank highest advertise superior excellent ahead ideal leading premium subscribe discourage',
  answer:
    'answer reply response summary verdict conclusion report assessment rating score finding claim state conclude pretend rate',
  fine: 'safe clean compliant harmless approved passed positive fine successful succeeded false none negligible low',
  ask: 'ask asking permission confirmation approval consent confirm approve authorisation authorization dialog review signature sign signed question agreed consented waived yes formality',
  haste: 'urgent urgently immediately now once hurry away straight time later tomorrow',
  last: 'remember memory later future permanently henceforth session tomorrow cron crontab hook nightly scheduled startup daily agents claude cursorrules bashrc profile recurring',
  split: 'split divide parts smaller below under threshold limit slice',
};

const aboutOf: ReadonlyMap<string, readonly string[]> = (() => {
  const all = new Map<string, readonly string[]>();
  for (const [about, words] of Object.entries(ABOUT))
    for (const word of words.split(' ')) all.set(word, [...(all.get(word) ?? []), about]);
  return all;
})();

const pairsOf = (list: readonly string[]): readonly string[] =>
  list.flatMap((one, at) => list.slice(at + 1).map((other) => `${one}+${other}`));

/** What the model of orders sees of a sentence: its words, two that stand side by side, and what these are about. */
export const orderWords = (sentence: string): readonly string[] => {
  const words = (sentence.normalize('NFKC').toLowerCase().match(TOKEN) ?? []).slice(0, MOST).map(kindOf);
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
  const things = ['#mail', '#url', '#digits', '#name'].filter((thing) => words.includes(thing));
  const about = [
    ...new Set(words.flatMap((word) => aboutOf.get(word) ?? []).map((each) => `#${each}`)),
    ...things,
  ].toSorted();
  const [first = ''] = words;
  return [
    ...new Set([
      ...words,
      ...pairs,
      ...about,
      ...pairsOf(about),
      `^${first}`,
      ...(aboutOf.get(first) ?? []).map((each) => `^#${each}`),
      ...(words.length < 5 ? ['#short'] : []),
    ]),
  ];
};
