import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
import type { HintEvidence } from './hint-evidence.ts';
import { noEvidence, yesEvidence } from './hint-evidence.ts';
import type { DefinitionContent } from './definition-content.ts';
import { nameWords } from './words.ts';

const { reach: texts } = suggestionMessages;

/** What lies on the machine itself. */
const INSIDE =
  /\b(?:local(?:ly)?|file ?system|director(?:y|ies)|folders? on|on disk|working (?:tree|directory|copy)|in[- ]memory|scratchpad|stdin|process(?:es)?|clipboard)\b|本地/iu;
const OUTSIDE =
  /\b(?:https?|urls?|web(?:site|page|hook)?s?|internet|online|browser|search engines?|api|cloud|remote|e?mails?|social|public|external|third[- ]party|crawl\w{0,40}|scrape\w{0,40}|registry)\b|网页|互联网|云/iu;
const FETCHES =
  /\b(?:fetch(?:es)? (?:a |the )?(?:url|web|page|site|content)|crawl|scrape|browse|navigate|web ?search|search(?:es)? (?:the |across the )?(?:web|internet|news)|(?:image|video|news) search|open (?:a |the )?(?:url|page))\w{0,40}\b|网页/iu;
const ADDRESS: ReadonlySet<string> = new Set('url urls uri host hostname webhook endpoint'.split(' '));
const PEOPLE: ReadonlySet<string> = new Set('recipient recipients to cc bcc email phone'.split(' '));
const PATHS: ReadonlySet<string> = new Set('path paths file filename directory folder'.split(' '));

/** What people outside write, and a reader of it takes in. */
const WRITTEN_BY_OTHERS =
  /\b(?:messages?|mails?|(?<!(?:by|or|and|with|their|an?) )e-?mails?(?! (?:address|or|and)\b)|inbox|threads?|replies|comments?|discussions?|chats?|posts?|feeds?|rss|reviews?|feedback|tickets?|issues?(?! (?:an? |the |new )?(?:vouchers?|refunds?|cards?|tokens?|credits?|invoices?|certificates?)\b)|pull requests?|merge requests?|tweets?|articles?|news|blogs?|forums?|wikis?|pages?|websites?|web (?:content|results?)|search results|transcripts?|attachments?|conversations?|invitations?|notifications?|submissions?|responses to (?:a |the )?(?:form|survey)s?|(?:texts?|remarks|purposes?) (?:that )?(?:\w+ )?(?:payers?|senders?|customers?|people|others) (?:wrote|left|sent)|(?:account|bank|payment|card)s?\b.{0,40}\btransactions?|transactions?\b.{0,40}\b(?:account|bank|payment|card)|postbox|letters?)\b|邮件|评论|消息|网页/iu;

const SHARE = 0.3;

interface ServerReach {
  readonly outside: number;
  readonly inside: number;
}

const reaches = new WeakMap<DefinitionContent['siblings'], ServerReach>();

const textOf = (tool: DefinitionContent['siblings'][number]): string => {
  const { name, description } = tool;
  return `${typeof name === 'string' ? nameWords(name).join(' ') : ''} ${typeof description === 'string' ? description.slice(0, 400) : ''}`;
};

/** Which share of the tools of a server speaks of outside, and of inside: they share a connection. */
const reachOfServer = ({ siblings }: DefinitionContent): ServerReach => {
  const known = reaches.get(siblings);
  if (known !== undefined) return known;
  const written = siblings.map(textOf);
  const share = (pattern: RegExp): number =>
    written.filter((text) => pattern.test(text)).length / Math.max(1, written.length);
  const made = { outside: share(OUTSIDE), inside: share(INSIDE) };
  reaches.set(siblings, made);
  return made;
};

/** What stands in the definition about reaching outside, and about whose words come back. */
export const findReachEvidence = (shown: DefinitionContent): readonly HintEvidence[] => {
  const { name, title, description, arguments: args } = shown;
  const text = `${nameWords(name).join(' ')}\n${title}\n${description}`;
  const server = reachOfServer(shown);
  const found: HintEvidence[] = [];
  const out = OUTSIDE.exec(text);
  if (out !== null) found.push(yesEvidence('openWorld', 1.5, texts.mentions({ text: out[0].slice(0, 40) })));
  const address = args.find(({ words }) => ADDRESS.has(words.at(-1) ?? ''));
  if (address !== undefined) found.push(yesEvidence('openWorld', 2, texts.address({ text: address.name })));
  const people = args.find(({ words }) => words.length <= 2 && words.some((word) => PEOPLE.has(word)));
  if (people !== undefined) found.push(yesEvidence('openWorld', 1.5, texts.recipient({ text: people.name })));
  if (server.outside >= SHARE) found.push(yesEvidence('openWorld', 1.5, texts.siblingsReach));
  const fetched = FETCHES.exec(text);
  if (fetched !== null)
    found.push(yesEvidence('openWorld', 2.5, texts.mentions({ text: fetched[0].slice(0, 40) })));
  // what stays inside has to be said: nothing said is no reason
  const inside = INSIDE.exec(text);
  if (inside !== null)
    found.push(noEvidence('openWorld', 1.5, texts.mentions({ text: inside[0].slice(0, 40) })));
  const path = args.find(({ words }) => PATHS.has(words.at(-1) ?? ''));
  if (path !== undefined && inside !== null)
    found.push(noEvidence('openWorld', 1, texts.localPath({ text: path.name })));
  if (server.inside >= SHARE && server.outside === 0)
    found.push(noEvidence('openWorld', 1.5, texts.siblingsStay));
  const written = WRITTEN_BY_OTHERS.exec(text);
  if (fetched !== null)
    found.push(yesEvidence('unsafeOutput', 3, texts.writtenByOthers({ text: fetched[0] })));
  else if (written !== null)
    found.push(yesEvidence('unsafeOutput', 2.5, texts.writtenByOthers({ text: written[0] })));
  return found;
};
