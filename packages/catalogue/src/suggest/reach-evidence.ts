import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
import type { HintEvidence } from './hint-evidence.ts';
import { noEvidence, yesEvidence } from './hint-evidence.ts';
import type { DefinitionContent } from './definition-content.ts';
import { nameWords, textWords } from './words.ts';

const { reach: texts } = suggestionMessages;

/** What lies on the machine itself. */
const INSIDE =
  /\b(?:local(?:ly)?|file ?system|director(?:y|ies)|on disk|working (?:tree|directory|copy)|git repository|knowledge graph|in[- ]memory|sqlite|scratchpad|stdin|process(?:es)?|clipboard)\b|本地/iu;
const OUTSIDE =
  /\b(?:https?|urls?|web(?:site|page|hook)?s?|internet|online|browser|search engines?|api|cloud|remote|e?mails?|slack|github|gitlab|jira|notion|linear|twitter|social|microsoft|google|azure|aws|sharepoint|teams|onedrive|outlook|public|external|third[- ]party|crawl\w{0,40}|scrape\w{0,40}|registry|npm|pypi)\b|网页|互联网|云/iu;
const FETCHES =
  /\b(?:fetch|crawl|scrape|browse|navigate|web ?search|search the (?:web|internet)|open (?:a |the )?(?:url|page))\w{0,40}\b|网页/iu;
const ADDRESS: ReadonlySet<string> = new Set(
  'url urls uri link host hostname domain webhook endpoint'.split(' '),
);
const PEOPLE: ReadonlySet<string> = new Set('recipient recipients to cc bcc email phone channel'.split(' '));
const PATHS: ReadonlySet<string> = new Set('path paths file filename directory folder repo'.split(' '));

/** Kinds of servers whose tools all work on the same ground. */
const LOCAL_SERVERS: ReadonlySet<string> = new Set(
  'filesystem memory sequential thinking git sqlite everything eslint chart time calculator desktop lint'.split(
    ' ',
  ),
);
const ONLINE_SERVERS: ReadonlySet<string> = new Set(
  `search fetch browser playwright puppeteer github gitlab slack jira notion linear azure aws gcloud google microsoft
   365 cloud kubernetes twilio stripe shopify figma exa brave tavily firecrawl mail gmail outlook teams airtable neon
   digitalocean sanity rollbar currents lark atlassian devops elasticsearch context7 browserbase chrome devtools`.split(
    /\s+/u,
  ),
);

const SHARE = 0.3;
const outside = new WeakMap<DefinitionContent['siblings'], boolean>();

const textOf = (tool: DefinitionContent['siblings'][number]): string => {
  const { name, description } = tool;
  return `${typeof name === 'string' ? nameWords(name).join(' ') : ''} ${typeof description === 'string' ? description.slice(0, 400) : ''}`;
};

/** A server a good part of whose tools reach outside does so with all of them: they share a connection. */
const isOnline = ({ siblings }: DefinitionContent): boolean => {
  const known =
    outside.get(siblings) ??
    siblings.filter((tool) => OUTSIDE.test(textOf(tool))).length >= Math.max(1, siblings.length * SHARE);
  outside.set(siblings, known);
  return known;
};

/** What stands in the definition about reaching outside, and about whose words come back. */
export const findReachEvidence = (shown: DefinitionContent): readonly HintEvidence[] => {
  const { name, title, description, arguments: args, server } = shown;
  const text = `${nameWords(name).join(' ')}\n${title}\n${description}`;
  const kind = textWords(server);
  const found: HintEvidence[] = [];
  const online = kind.find((word) => ONLINE_SERVERS.has(word));
  const local = kind.find((word) => LOCAL_SERVERS.has(word));
  if (online !== undefined) found.push(yesEvidence('openWorld', 2.5, texts.serverKind({ text: online })));
  else if (local !== undefined) found.push(noEvidence('openWorld', 2.5, texts.serverKind({ text: local })));
  const out = OUTSIDE.exec(text);
  if (out !== null) found.push(yesEvidence('openWorld', 1.5, texts.mentions({ text: out[0].slice(0, 40) })));
  const inside = INSIDE.exec(text);
  if (inside !== null)
    found.push(noEvidence('openWorld', 1.5, texts.mentions({ text: inside[0].slice(0, 40) })));
  const address = args.find(({ words }) => words.some((word) => ADDRESS.has(word)));
  if (address !== undefined) found.push(yesEvidence('openWorld', 2, texts.address({ text: address.name })));
  const people = args.find(({ words }) => words.length <= 2 && words.some((word) => PEOPLE.has(word)));
  if (people !== undefined) found.push(yesEvidence('openWorld', 1, texts.recipient({ text: people.name })));
  const path = args.find(({ words }) => words.some((word) => PATHS.has(word)));
  if (path !== undefined && out === null)
    found.push(noEvidence('openWorld', 1, texts.localPath({ text: path.name })));
  if (isOnline(shown)) found.push(yesEvidence('openWorld', 1.5, texts.siblingsReach));
  else if (found.length === 0) found.push(noEvidence('openWorld', 0.5, texts.nothingReaches));
  const fetched = FETCHES.exec(text);
  if (fetched !== null)
    found.push(yesEvidence('unsafeOutput', 2.5, texts.writtenByOthers({ text: fetched[0] })));
  else if (
    /\b(?:messages?|comments?|issues?|e?mails?|reviews?|posts?|tickets?|pages?|documents?)\b/iu.test(text) &&
    online !== undefined
  )
    found.push(yesEvidence('unsafeOutput', 1.5, texts.maybeWrittenByOthers));
  return found;
};
