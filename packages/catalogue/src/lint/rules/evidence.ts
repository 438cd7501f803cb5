import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import { findNameVerb, findDescriptionVerb } from '../../suggest/main-verb.ts';
import { nameWords } from '../../suggest/words.ts';
import { declareHint, findHintHome, findClaimPath, hintSpelling } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';
import { findListedSign } from './drafts.ts';
import { findUnderstatedHint } from './worst-case.ts';

/** How sure a suggestion has to be before it is held against what an author wrote. */
const SURE: { readonly [H in HintName]?: number } = { readOnly: 0.95, destructive: 0.84, idempotent: 0.9 };
const SURE_OF_OTHERS = 0.7;

const ADDRESS: ReadonlySet<string> = new Set('url urls webhook endpoint recipient recipients'.split(' '));
const REACHES = /\b(?:fetch|crawl|scrape|download|navigat|visit|send|post|request|web ?search)\w{0,40}\b/iu;

/** An address the caller gives leads wherever the caller likes. */
const givenAddress = ({ shown }: InspectedTool): string | undefined => {
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

const isRehearsed = ({ shown }: InspectedTool): boolean =>
  REHEARSED.test(shown.words.join(' ')) || DRY.test(shown.description);

const verbOf = (word: string | undefined): string => (word ?? '').replace(/(?<=..)(?:e?s)$/u, '');

/** Name and description both say that something is changed, by verbs nobody takes for a read. */
const bothWrite = ({ shown }: InspectedTool): string | undefined => {
  const [byName, byText] = [findNameVerb(shown), findDescriptionVerb(shown)];
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
const bySchema = (tool: InspectedTool): string | undefined => {
  const [reason] = tool.lead('readOnly', 'no');
  return reason !== undefined && reason.weight >= STRONG && !/ says `/u.test(reason.because)
    ? reason.because
    : undefined;
};

const DESTROYS = 3;
const TAKEN_OUT = /\b(?:remove|delete|clear) (?:\w{1,40} )?from\b/u;

/** A verb of the description alone may be about something else. */
const byDestroying = (tool: InspectedTool): string | undefined => {
  const reason = tool
    .lead('destructive', 'yes')
    .find(({ weight, because }) => weight >= DESTROYS && !because.startsWith('its description says `'));
  return TAKEN_OUT.test(tool.shown.words.join(' ')) ? undefined : reason?.because;
};

const byRepeating = ({ shown }: InspectedTool): string | undefined => {
  const verb = findNameVerb(shown)?.verb ?? '';
  return TWICE.has(verb) && !OVER_AGAIN.test(shown.description) ? `its name says \`${verb}\`` : undefined;
};

const reasonAgainst = (tool: InspectedTool, hint: HintName, value: 'yes' | 'no'): string | undefined => {
  if (hint === 'readOnly') return isRehearsed(tool) ? undefined : (bothWrite(tool) ?? bySchema(tool));
  if (hint === 'destructive') return isRehearsed(tool) ? undefined : byDestroying(tool);
  if (hint === 'idempotent') return byRepeating(tool);
  return HINTS[hint].default === 'unknown' && value === 'yes'
    ? findListedSign(tool, hint)
    : tool.lead(hint, value)[0]?.because;
};

/** What clearly speaks against a claim that lowers care, in words; undefined where it is not clear enough to be held against an author. */
const findContradiction = (tool: InspectedTool, hint: HintName, value: 'yes' | 'no'): string | undefined => {
  if (hint === 'openWorld') return value === 'yes' ? givenAddress(tool) : undefined;
  const suggestion = tool.suggestions[hint];
  if (suggestion?.value !== value || suggestion.confidence < (SURE[hint] ?? SURE_OF_OTHERS)) return undefined;
  return reasonAgainst(tool, hint, value);
};

/** What one reason has to weigh to be a reason of its own. */
const DIRECT = 2;

const writesRead = (tool: InspectedTool): boolean =>
  tool.claimed.readOnly === 'yes' && findContradiction(tool, 'readOnly', 'no') !== undefined;

/** An idempotent write that is declared a read: one was taken for the other. */
const repeatableWrite = (tool: InspectedTool): boolean =>
  writesRead(tool) && tool.claimed.idempotent === 'yes' && tool.suggestions.idempotent?.value === 'yes';

const READ = 0.98;

/** A read that is declared as nothing but idempotent. */
const repeatableRead = ({ claimed, suggestions, lead }: InspectedTool): boolean =>
  claimed.idempotent === 'yes' &&
  claimed.readOnly !== 'yes' &&
  claimed.destructive !== 'yes' &&
  suggestions.readOnly?.value === 'yes' &&
  suggestions.readOnly.confidence >= READ &&
  (lead('readOnly', 'yes')[0]?.weight ?? 0) >= DIRECT;

export const idempotentAsRead: LintRule = toolRule(
  {
    id: 'hints/idempotent-as-read-only',
    severity: 'warning',
    title: 'Idempotent is used where read-only is meant, or the other way round.',
    explanation:
      'Idempotent: a second call changes nothing more; the first may delete everything. Read-only: no call changes anything.',
    repair: 'Declares whether it only reads.',
  },
  (tool): readonly RuleFinding[] => {
    if (repeatableWrite(tool))
      return [
        {
          path: findHintHome('readOnly'),
          message: `it says that it only reads, but ${findContradiction(tool, 'readOnly', 'no') ?? 'it writes'}; that it can be repeated does not make it a read`,
          help: `declare ${hintSpelling('readOnly', 'no')} and keep ${hintSpelling('idempotent', 'yes')}`,
          fix: declareHint('readOnly', 'no'),
        },
      ];
    if (repeatableRead(tool))
      return [
        {
          path: findHintHome('readOnly'),
          message: `it says that it can be repeated and not that it only reads, but ${tool.lead('readOnly', 'yes')[0]?.because ?? 'it reads'}`,
          help: `declare ${hintSpelling('readOnly', 'yes')} if no call changes anything: ${hintSpelling('idempotent', 'yes')} does not say so`,
          fix: declareHint('readOnly', 'yes'),
        },
      ];
    return [];
  },
);

/** Destroying is no question for a tool that says it only reads: that claim is the wrong one. */
const isAsked = ({ claimed }: InspectedTool, hint: HintName): boolean =>
  claimed.readOnly !== 'yes' || (hint !== 'destructive' && hint !== 'idempotent' && hint !== 'reversible');

const contradiction = (tool: InspectedTool, hint: HintName): readonly RuleFinding[] => {
  const { relaxing } = HINTS[hint];
  if (tool.claimed[hint] !== relaxing || !isAsked(tool, hint)) return [];
  const value = relaxing === 'yes' ? 'no' : 'yes';
  const because = findContradiction(tool, hint, value);
  const claim = tool.claims.answers.find((each) => each.hint === hint);
  if (because === undefined || claim === undefined) return [];
  const path = findClaimPath(tool.definition, claim);
  const own = claim.key === HINTS[hint].key;
  return [
    {
      path,
      message: `it says ${own ? hintSpelling(hint, relaxing) : `\`${claim.key}\``}, but ${because}`,
      help: `declare ${hintSpelling(hint, value)}, or say in name and description why it is not so`,
      // beside an alias that says the opposite it would be a conflict
      ...(own ? { fix: { path, value: value === 'yes' } } : {}),
    },
  ];
};

export const contradictedHint: LintRule = toolRule(
  {
    id: 'hints/contradicted',
    severity: 'warning',
    title: 'A claim that lowers care is contradicted by name, description or schema.',
    explanation:
      'Verbs, HTTP methods, arguments and siblings clearly say that the tool writes, destroys, reaches outside or returns data, and the hint says the opposite. One of the two is wrong.',
    repair: 'Declares what the definition shows.',
  },
  (tool) => {
    const told = findUnderstatedHint(tool)?.hint;
    const mistaken = repeatableWrite(tool) ? 'readOnly' : undefined;
    return HINT_NAMES.filter((hint) => hint !== told && hint !== mistaken).flatMap((hint) =>
      contradiction(tool, hint),
    );
  },
);

export const tooStrictHint: LintRule = toolRule(
  {
    id: 'hints/too-strict',
    severity: 'note',
    title: 'A tool that seems to only read says that it writes.',
    explanation:
      'A read that is declared a write asks people every time. It is safe, but people who are asked too often stop reading.',
    repair: 'Offers the read-only claim; never applied automatically.',
  },
  (tool): readonly RuleFinding[] => {
    const { readOnly } = tool.suggestions;
    const [reason] = tool.lead('readOnly', 'yes');
    const isRead =
      tool.claimed.readOnly === 'no' &&
      readOnly?.value === 'yes' &&
      readOnly.confidence >= 0.99 &&
      reason?.weight !== undefined &&
      reason.weight >= DIRECT;
    if (!isRead || repeatableRead(tool)) return [];
    return [
      {
        path: findHintHome('readOnly'),
        message: `it says ${hintSpelling('readOnly', 'no')}, but ${reason.because}`,
        help: `declare ${hintSpelling('readOnly', 'yes')} if no call changes anything`,
        fix: declareHint('readOnly', 'yes'),
      },
    ];
  },
);
