import type { HintName } from '@callgate/core';
import { HINTS } from '@callgate/core';
import { nameDeed, textDeed } from '../../suggest/main-deed.ts';
import { nameWords } from '../../suggest/words.ts';
import type { LookedTool } from '../looked.ts';
import { listed } from './drafts.ts';

/** How sure a suggestion has to be before it is held against what an author wrote. */
const SURE: { readonly [H in HintName]?: number } = { readOnly: 0.95, destructive: 0.84, idempotent: 0.9 };
const SURE_OF_OTHERS = 0.7;

const ADDRESS: ReadonlySet<string> = new Set([
  'url',
  'urls',
  'webhook',
  'endpoint',
  'recipient',
  'recipients',
]);
const REACHES = /\b(?:fetch|crawl|scrape|download|navigat|visit|send|post|request|web ?search)\w{0,40}\b/iu;

/** An address the caller gives leads wherever the caller likes. */
const givenAddress = ({ shown }: LookedTool): string | undefined => {
  const address = shown.arguments.find(({ name }) => ADDRESS.has(nameWords(name).at(-1) ?? ''));
  const text = `${shown.words.join(' ')}\n${shown.description.slice(0, 300)}`;
  return address !== undefined && REACHES.test(text)
    ? `\`${address.name}\` is an address the caller gives`
    : undefined;
};

/** Verbs that mean a read as often as a write. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  `select open go navigate hover sign pull manage control handle format fix sort draw define connect join link index log
   record request tag pin label follow call order book message mail email release customize adjust map type touch press
   trigger simulate run start star invoke launch perform new make attach init initialize capture record`.split(
    /\s+/u,
  ),
);
/** What is only planned, shown or tried is not done. */
const REHEARSED = /\b(?:plan|preview|dry|estimate|validate|check|suggest|template)\b/u;
const DRY = /\bdry[- ]?run\b|\bpreview\b|\bwithout (?:applying|executing|changing)/iu;
const OVER_AGAIN =
  /\bensur|\bif (?:it |one )?(?:does not|doesn't|already)\b|\balready\b|\bupsert|\bor (?:updates?|returns?)\b|\bno-?op\b/iu;
const TWICE: ReadonlySet<string> = new Set(
  'create insert append generate send post publish reply toggle increment decrement duplicate clone'.split(
    ' ',
  ),
);

const isRehearsed = ({ shown }: LookedTool): boolean =>
  REHEARSED.test(shown.words.join(' ')) || DRY.test(shown.description);

const verbOf = (word: string | undefined): string => (word ?? '').replace(/(?<=..)(?:e?s)$/u, '');

/** Name and description both say that something is changed, by verbs nobody takes for a read. */
const bothWrite = ({ shown }: LookedTool): string | undefined => {
  const [byName, byText] = [nameDeed(shown), textDeed(shown)];
  const isWrite = (found: typeof byName): boolean =>
    found !== undefined &&
    found.sure &&
    found.deed !== 'reads' &&
    !AMBIGUOUS.has(found.verb) &&
    !AMBIGUOUS.has(verbOf(found.verb));
  return isWrite(byName) && isWrite(byText)
    ? `its name says \`${byName?.verb ?? ''}\` and its description \`${byText?.verb ?? ''}\``
    : undefined;
};

/** What no verb is needed for: a file it writes, a request that changes. */
const STRONG = 2.5;
const bySchema = (tool: LookedTool): string | undefined => {
  const [reason] = tool.lead('readOnly', 'no');
  return reason !== undefined && reason.weight >= STRONG && !/ says `/u.test(reason.because)
    ? reason.because
    : undefined;
};

const DESTROYS = 3;
const TAKEN_OUT = /\b(?:remove|delete|clear) (?:\w{1,40} )?from\b/u;

/** A verb of the description alone may be about something else. */
const byDestroying = (tool: LookedTool): string | undefined => {
  const reason = tool
    .lead('destructive', 'yes')
    .find(({ weight, because }) => weight >= DESTROYS && !because.startsWith('its description says `'));
  return TAKEN_OUT.test(tool.shown.words.join(' ')) ? undefined : reason?.because;
};

const byRepeating = ({ shown }: LookedTool): string | undefined => {
  const verb = nameDeed(shown)?.verb ?? '';
  return TWICE.has(verb) && !OVER_AGAIN.test(shown.description) ? `its name says \`${verb}\`` : undefined;
};

const reasonAgainst = (tool: LookedTool, hint: HintName, value: 'yes' | 'no'): string | undefined => {
  if (hint === 'readOnly') return isRehearsed(tool) ? undefined : (bothWrite(tool) ?? bySchema(tool));
  if (hint === 'destructive') return isRehearsed(tool) ? undefined : byDestroying(tool);
  if (hint === 'idempotent') return byRepeating(tool);
  return HINTS[hint].default === 'unknown' && value === 'yes'
    ? listed(tool, hint)
    : tool.lead(hint, value)[0]?.because;
};

/** What clearly speaks against a claim that lowers care, in words; undefined where it is not clear enough to be held against an author. */
export const against = (tool: LookedTool, hint: HintName, value: 'yes' | 'no'): string | undefined => {
  if (hint === 'openWorld') return value === 'yes' ? givenAddress(tool) : undefined;
  const suggestion = tool.suggestions[hint];
  if (suggestion?.value !== value || suggestion.confidence < (SURE[hint] ?? SURE_OF_OTHERS)) return undefined;
  return reasonAgainst(tool, hint, value);
};
