import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
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

const { evidence: texts } = lintMessages;

const ADDRESS: ReadonlySet<string> = new Set('url urls webhook endpoint recipient recipients'.split(' '));
const REACHES = /\b(?:fetch|crawl|scrape|download|navigat|visit|send|post|request|web ?search)\w{0,40}\b/iu;

/** An address the caller gives leads wherever the caller likes. */
const givenAddress = ({ shown }: InspectedTool): string | undefined => {
  const address = shown.arguments.find(
    ({ name, isNested }) => !isNested && ADDRESS.has(nameWords(name).at(-1) ?? ''),
  );
  const text = `${shown.words.join(' ')}\n${shown.description.slice(0, 300)}`;
  return address !== undefined && REACHES.test(text)
    ? texts.callerAddress({ argument: address.name })
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
    ? suggestionMessages.verb.apart({ name: byName?.verb ?? '', description: byText?.verb ?? '' })
    : undefined;
};

/** What no verb is needed for: a file it writes, a request that changes. */
const STRONG = 2.5;
const bySchema = (tool: InspectedTool): string | undefined => {
  const [reason] = tool.lead('readOnly', 'no');
  return reason !== undefined && reason.weight >= STRONG && reason.verbIn === undefined
    ? reason.because
    : undefined;
};

const DESTROYS = 3;
const TAKEN_OUT = /\b(?:remove|delete|clear) (?:\w{1,40} )?from\b/u;

/** A verb of the description alone may be about something else. */
const byDestroying = (tool: InspectedTool): string | undefined => {
  const reason = tool
    .lead('destructive', 'yes')
    .find(({ weight, verbIn }) => weight >= DESTROYS && verbIn !== 'description');
  return TAKEN_OUT.test(tool.shown.words.join(' ')) ? undefined : reason?.because;
};

const byRepeating = ({ shown }: InspectedTool): string | undefined => {
  const verb = findNameVerb(shown)?.verb ?? '';
  return TWICE.has(verb) && !OVER_AGAIN.test(shown.description)
    ? suggestionMessages.verb.name({ text: verb })
    : undefined;
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
    ...lintMessages.rules.idempotentAsReadOnly,
  },
  (tool): readonly RuleFinding[] => {
    if (repeatableWrite(tool))
      return [
        {
          path: findHintHome('readOnly'),
          message: texts.repeatIsNoRead({
            because: findContradiction(tool, 'readOnly', 'no') ?? lintMessages.writes,
          }),
          help: texts.repeatIsNoReadHelp({
            hint: hintSpelling('readOnly', 'no'),
            kept: hintSpelling('idempotent', 'yes'),
          }),
          fix: declareHint('readOnly', 'no'),
        },
      ];
    if (repeatableRead(tool))
      return [
        {
          path: findHintHome('readOnly'),
          message: texts.readUnsaid({
            because: tool.lead('readOnly', 'yes')[0]?.because ?? lintMessages.reads,
          }),
          help: texts.readUnsaidHelp({
            hint: hintSpelling('readOnly', 'yes'),
            kept: hintSpelling('idempotent', 'yes'),
          }),
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
      message: texts.contradicted({ claim: own ? hintSpelling(hint, relaxing) : claim.key, because }),
      help: texts.contradictedHelp({ hint: hintSpelling(hint, value) }),
      // beside an alias that says the opposite it would be a conflict
      ...(own ? { fix: { path, value: value === 'yes' } } : {}),
    },
  ];
};

export const contradictedHint: LintRule = toolRule(
  {
    id: 'hints/contradicted',
    severity: 'warning',
    ...lintMessages.rules.contradicted,
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
    ...lintMessages.rules.tooStrict,
  },
  (tool): readonly RuleFinding[] => {
    const { readOnly } = tool.suggestions;
    const [reason] = tool.lead('readOnly', 'yes');
    const isRead =
      tool.claimed.readOnly === 'no' &&
      readOnly?.value === 'yes' &&
      readOnly.confidence >= READ &&
      reason?.weight !== undefined &&
      reason.weight >= DIRECT;
    if (!isRead || repeatableRead(tool)) return [];
    return [
      {
        path: findHintHome('readOnly'),
        message: texts.contradicted({ claim: hintSpelling('readOnly', 'no'), because: reason.because }),
        help: texts.overstatedHelp({ hint: hintSpelling('readOnly', 'yes') }),
        fix: declareHint('readOnly', 'yes'),
      },
    ];
  },
);
