import type { HintName } from '@callgate/core';
import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
import type { VerbEffect } from './verb-effect.ts';
import { findVerbEffect, isPlainVerb } from './verb-effect.ts';
import type { HintEvidence } from './hint-evidence.ts';
import { evidenceFor, noEvidence, yesEvidence } from './hint-evidence.ts';
import type { FoundVerb } from './main-verb.ts';
import { findFurtherVerbs, findNameVerb, findDescriptionVerb, findTitleVerb } from './main-verb.ts';
import type { DescribedArgument, DefinitionContent } from './definition-content.ts';
import { nameWords } from './words.ts';

const { effect: texts, verb: verbTexts } = suggestionMessages;

const NAME_WEIGHT = 3;
const TITLE_WEIGHT = 1;
const TEXT_WEIGHT = 2.2;

const weightOf = ({ at, sure }: FoundVerb): number => {
  const whole = at === 'name' ? NAME_WEIGHT : at === 'title' ? TITLE_WEIGHT : TEXT_WEIGHT;
  return sure ? whole : whole / 2;
};

const isAdding = (deed: VerbEffect): boolean => deed === 'adds';

/** How heavily each deed speaks for a hint, or against it. */
const SPEAKS: Readonly<Record<VerbEffect, { readonly [H in HintName]?: number }>> = {
  reads: { readOnly: 1 },
  adds: { readOnly: -1, destructive: -1, idempotent: -1 },
  changes: { readOnly: -1, destructive: 0.6, idempotent: 1 },
  switches: { readOnly: -1, destructive: -0.6, idempotent: 1 },
  destroys: { readOnly: -1.2, destructive: 1.5, idempotent: 1 },
  sends: { readOnly: -1, idempotent: -1 },
  acts: { readOnly: -1 },
  runs: { readOnly: -0.9, destructive: 0.7, idempotent: -1 },
};

/** A word that may be a thing says little of whether there is a change, and nothing of which. */
const ofDeed = (found: FoundVerb): readonly HintEvidence[] => {
  const { readOnly = 0, ...rest } = SPEAKS[found.deed];
  return evidenceFor(
    found.sure ? { readOnly, ...rest } : { readOnly },
    verbTexts[found.at]({ text: found.verb }),
    weightOf(found),
  ).map((evidence) => ({ ...evidence, verbIn: found.at, ...(found.sure ? {} : { isWeak: true }) }));
};

/** `get_or_create`, `find-and-replace`: the name itself says both. */
const ofSecondVerb = ({ words }: DefinitionContent): readonly HintEvidence[] => {
  const at = words.findIndex((word, place) => place > 0 && /^(?:and|or|then)$/u.test(word));
  const second = at === -1 ? '' : (words[at + 1] ?? '');
  return isPlainVerb(second) && findVerbEffect(second) !== 'reads'
    ? [noEvidence('readOnly', 4, verbTexts.name({ text: second }))]
    : [];
};

const HARMLESS =
  /\bread[- ]?only\b|\b(?:does|will|do) not (?:modify|change|write|alter|affect|mutate)|\bwithout (?:modifying|changing|executing)|\bno side[- ]effects?\b|\bnon[- ]destructive\b|只读|nur lesend|solo lectura|lecture seule/iu;
const REFUSES_TO_BE = /\bnot read[- ]?only\b|\bread[- ]?only (?:mode )?(?:is )?(?:false|off|disabled)/iu;

interface EffectSign {
  readonly says: { readonly [H in HintName]?: number };
  readonly because: string;
  readonly pattern: RegExp;
}

const SIGNS: readonly EffectSign[] = [
  {
    says: { destructive: 2, readOnly: -1.5 },
    because: texts.permanent,
    pattern:
      /\bpermanent(?:ly)?\b|\birreversibl[ey]\b|\bcannot be (?:undone|recovered|reversed)|\bcan't be undone\b|不可逆|不可恢复|unwiderruflich|irréversible|irreversible/iu,
  },
  {
    says: { destructive: 2, readOnly: -1.5 },
    because: texts.overwrites,
    pattern:
      /\boverwrit(?:es?|ing)\b|\breplaces? (?:the |all |any )?(?:existing|entire|whole|current)|\bdrops?\b.{0,60}\btable|覆盖/iu,
  },
  {
    says: { destructive: 8 },
    because: texts.restores,
    pattern: /\brestor\w{1,20}\b.{0,40}\b(?:from|to)\b.{0,20}\b(?:backup|snapshot|point)/iu,
  },
  {
    says: { destructive: -4 },
    because: texts.partial,
    pattern:
      /\bat least one (?:other )?field|\bonly (?:the )?(?:given|provided|specified|supplied) (?:fields|properties)|\bpartial(?:ly)? updat|\bfields? (?:that are|are|is) (?:omitted|not (?:given|provided)) (?:stay|remain|keep)/iu,
  },
  {
    says: { destructive: -1 },
    because: texts.additive,
    pattern:
      /\b(?:only adds|additive|appends?|existing .{0,30}(?:kept|preserved|unchanged|not (?:overwritten|modified)))\b/iu,
  },
  {
    says: { readOnly: -3 },
    because: texts.writesResult,
    pattern:
      /\b(?:saved?|saves|stored?|writes?|written|downloads? (?:it|them|\w{1,30}))\b.{0,50}\b(?:to|in|into|on) (?:a |the |your |an |local )?(?:local |given |specified |output |temporary )?(?:disk|file|folder|directory|path|filesystem)\b/iu,
  },
  {
    says: { readOnly: -1 },
    because: texts.createsMissing,
    pattern: /\bcreat(?:es?|ing) (?:it|one|them)? ?if\b|\bor creates?\b/iu,
  },
  {
    says: { idempotent: 2 },
    because: texts.repeatable,
    pattern: /\bidempotent\b|\bsafe to (?:retry|repeat|call)|\bno effect if already\b|\bif not already\b/iu,
  },
];

const ofDescription = ({ description, title }: DefinitionContent): readonly HintEvidence[] => {
  const text = `${title}\n${description}`;
  const harmless = HARMLESS.test(text) && !REFUSES_TO_BE.test(text);
  return [
    ...(harmless ? [yesEvidence('readOnly', 2, texts.harmless)] : []),
    ...SIGNS.flatMap(({ says, because, pattern }) => (pattern.test(text) ? evidenceFor(says, because) : [])),
  ];
};

const AGAIN: ReadonlySet<string> = new Set(
  'manage toggle reboot restart rotate rebuild cycle increment decrement reset move click type press drag tap scroll'.split(
    ' ',
  ),
);
/** What exists only where it is listed: taking it out destroys it. */
const PARTS =
  /\b(?:rules?|rows?|entr(?:y|ies)|lines?|keys?|fields?|columns?|records?|values?|files?|items?|rules|all)\b/iu;

/** Putting something that exists into a set, or taking it out, makes and destroys nothing. */
const ofMembership = ({ words, description }: DefinitionContent): readonly HintEvidence[] => {
  const [lead = ''] = description.split(/[.\n]/u);
  const put = /\badd(?:s|ing)?\b.{1,60}\bto\b/iu.test(lead) && words.includes('add');
  const taken = /\bremov(?:es?|ing)\b.{1,60}\bfrom\b/iu.test(lead) && words.includes('remove');
  const what = /\b(?:add\w{0,20}|remov\w{0,20})\b(.{1,60}?)\b(?:to|from)\b/iu.exec(lead)?.[1] ?? '';
  const because = texts.membership({ text: what.trim().slice(0, 40) });
  if (put && !/\b(?:new|content|text|comment|note|row|rows|attachment)\b/iu.test(what))
    return [yesEvidence('idempotent', 11, because)];
  return taken && !PARTS.test(what) ? [noEvidence('destructive', 11, because)] : [];
};

/** Objects of a remote repository are written into the one on this machine. */
const ofFetchedRefs = ({ words, description }: DefinitionContent): readonly HintEvidence[] =>
  words.includes('fetch') && /\bremote (?:repository|branch|refs?)\b|\brefs\b/iu.test(description)
    ? [noEvidence('readOnly', 8, texts.gitFetch)]
    : [];

const ON_PAGE = /\b(?:browser|web ?page|page|element|tab)\b/iu;
const ACTS_ON_PAGE: ReadonlySet<string> = new Set(
  'click type press fill drag drop select submit tap check uncheck dialog evaluate'.split(' '),
);

/** An act on a web page is an act of the page, which makes of it what it likes. */
const ofBrowser = ({ words, title, description }: DefinitionContent): readonly HintEvidence[] =>
  words.some((word) => ACTS_ON_PAGE.has(word)) &&
  ON_PAGE.test(`${words.join(' ')}\n${title}\n${description.slice(0, 200)}`)
    ? [yesEvidence('destructive', 4, texts.browser), noEvidence('readOnly', 2, texts.browser)]
    : [];

const ofRepeating = ({ words }: DefinitionContent): readonly HintEvidence[] => {
  const again = words.find((word) => AGAIN.has(word));
  return again === undefined ? [] : [noEvidence('idempotent', 8, texts.again({ text: again }))];
};

const HTTP = /\b(GET|HEAD|POST|PUT|PATCH|DELETE)\b(?=\s{1,8}(?:\/|https?:|requests?\b|method\b|\{))/gu;

const ofHttpVerbs = ({ description }: DefinitionContent): readonly HintEvidence[] => {
  const verbs = new Set([...description.matchAll(HTTP)].map(([, verb = '']) => verb));
  return [...verbs].flatMap((verb): readonly HintEvidence[] => {
    const because = texts.httpRequest({ verb });
    if (verb === 'GET' || verb === 'HEAD')
      return verbs.size === 1 ? [yesEvidence('readOnly', 1.5, because)] : [];
    if (verb === 'POST') return [noEvidence('readOnly', 1, because), noEvidence('idempotent', 1, because)];
    return [
      noEvidence('readOnly', 2.5, because),
      yesEvidence('destructive', verb === 'DELETE' ? 3 : 1, because),
      yesEvidence('idempotent', 1, because),
    ];
  });
};

const CODE: ReadonlySet<string> = new Set(
  'command commands cmd script code javascript js python expression shell bash'.split(' '),
);
/** `countryCode` is no code: what stands in front says of what kind it is. */
const KINDS_OF_CODE: ReadonlySet<string> = new Set(
  'source program js javascript python shell bash custom user inline raw run exec eval the my your'.split(
    ' ',
  ),
);
const SQL: ReadonlySet<string> = new Set(['sql', 'statement', 'statements']);
const SAVES_TO =
  /\b(?:save|saved|output|target|destination|dest|download|downloads|export|local|out) ?(?:to )?(?:path|file|filename|filepath|dir|directory|folder)\b|\bsave (?:to|as|png|pdf|file|image)\b/u;
const FILES = /\b(?:file ?(?:path|name)?|filepath|filename|path|dir|directory|output(?: path| file)?)$/u;
const TO_WRITE = /\b(?:sav(?:e|ed|es|ing)|writ(?:e|es|ing|ten)|stor(?:e|ed|ing)|output)\b/iu;
const FORCES: ReadonlySet<string> = new Set('force confirm confirmed overwrite recursive cascade'.split(' '));
const BODIES: ReadonlySet<string> = new Set('body payload patch updates update changes newvalue'.split(' '));
const MODES: ReadonlySet<string> = new Set(
  'action actions operation operations mode method verb op command cmd task intent'.split(' '),
);
/** `uploadPlan`, `deploy-status`: what is told about a deed is not the deed. */
const TOLD: ReadonlySet<string> = new Set(
  'plan preview status url info list log logs history template templates result results help example schema'.split(
    ' ',
  ),
);

const effectOfChoice = (choice: string): VerbEffect | undefined => {
  const [first = '', ...rest] = nameWords(choice);
  // `fixed` is how it is, and `fix` what is done
  if (/.{3}ed$/u.test(first)) return undefined;
  return TOLD.has(rest.at(-1) ?? '') ? 'reads' : findVerbEffect(first);
};

/** A verb that orders a change: not `created`, and nothing that names a thing as often. */
const isOrder = (word: string): boolean =>
  isPlainVerb(word) && findVerbEffect(word) !== 'reads' && !/(?:ed|ing|s)$/u.test(word);

/** What a choice of an argument does. Only where an argument says what to do is the first word of a choice a deed. */
const ofChoices = ({ name, words, choices }: DescribedArgument): readonly HintEvidence[] => {
  const deeds = choices.map((choice) => ({ choice, deed: effectOfChoice(choice) }));
  if (!MODES.has(words.at(-1) ?? '') || words.length > 2) {
    const plain = choices.filter((choice) => /^[a-z]+$/iu.test(choice) && isOrder(choice));
    const [first] = plain;
    return first === undefined || plain.length * 2 < choices.length
      ? []
      : [noEvidence('readOnly', 1, texts.choiceWrites({ argument: name, choice: first }))];
  }
  const worst =
    deeds.find(({ deed }) => deed === 'destroys') ??
    deeds.find(({ deed }) => deed !== undefined && deed !== 'reads');
  if (worst?.deed === undefined)
    return deeds.length > 1 && deeds.every(({ deed }) => deed === 'reads')
      ? [yesEvidence('readOnly', 2, texts.choicesRead({ text: name }))]
      : [];
  const because = texts.worstChoice({ argument: name, choice: worst.choice });
  return [
    noEvidence('readOnly', 4, because),
    ...(isPlainVerb(nameWords(worst.choice)[0] ?? '') ? [noEvidence('idempotent', 2, because)] : []),
    ...(worst.deed === 'destroys' ? [yesEvidence('destructive', 3, because)] : []),
  ];
};

const isCode = (words: readonly string[]): boolean =>
  CODE.has(words.at(-1) ?? '') && words.slice(0, -1).every((word) => KINDS_OF_CODE.has(word));

const writesFile = ({ words, text, isFlag }: DescribedArgument): boolean => {
  const name = words.join(' ');
  return SAVES_TO.test(name) || (!isFlag && FILES.test(name) && TO_WRITE.test(text));
};

const TURNED_ON: ReadonlySet<string> = new Set(
  'create write save update publish send apply commit push deploy overwrite replace execute'.split(' '),
);

/** `clear: true`, `createIfMissing`: a switch named after what it does. */
const isSwitchedOn = ({ words: [first = '', ...rest], isFlag }: DescribedArgument): boolean =>
  isFlag &&
  (TURNED_ON.has(first) || (rest.length === 0 && isOrder(first) && findVerbEffect(first) === 'destroys')) &&
  rest.length <= 3;

const ofArgument = (argument: DescribedArgument): readonly HintEvidence[] => {
  const { name, words, text } = argument;
  const last = words.at(-1) ?? '';
  const found: HintEvidence[] = [...ofChoices(argument)];
  if (isCode(words) && argument.choices.length === 0) {
    const because = texts.code({ text: name });
    found.push(
      noEvidence('readOnly', 2.5, because),
      yesEvidence('destructive', 1.5, because),
      noEvidence('idempotent', 1, because),
    );
  }
  if (SQL.has(last) && !/\bselect\b|read[- ]?only/iu.test(text)) {
    const because = texts.sql({ text: name });
    found.push(noEvidence('readOnly', 2, because), yesEvidence('destructive', 1.5, because));
  }
  if (writesFile(argument)) found.push(noEvidence('readOnly', 6, texts.writesFile({ text: name })));
  if (isSwitchedOn(argument)) found.push(noEvidence('readOnly', 2, texts.flag({ text: name })));
  if (words.some((word) => FORCES.has(word)))
    found.push(noEvidence('readOnly', 1.5, texts.argument({ text: name })));
  if (words.length === 1 && BODIES.has(last) && !argument.isFlag)
    found.push(noEvidence('readOnly', 1, texts.argument({ text: name })));
  return found;
};

/** What stands in the definition about changing, destroying and repeating. */
export const findEffectEvidence = (shown: DefinitionContent): readonly HintEvidence[] => {
  const deeds = [findNameVerb(shown), findTitleVerb(shown), findDescriptionVerb(shown)].filter(
    (deed) => deed !== undefined,
  );
  const further = findFurtherVerbs(shown).filter(({ deed }) => deed !== 'reads' && !isAdding(deed));
  return [
    ...deeds.flatMap(ofDeed),
    ...ofSecondVerb(shown),
    ...further.slice(0, 2).map((deed) => ({
      ...noEvidence('readOnly', 1, verbTexts.alsoDescription({ text: deed.verb })),
      verbIn: 'description' as const,
    })),
    ...ofDescription(shown),
    ...ofHttpVerbs(shown),
    ...ofMembership(shown),
    ...ofRepeating(shown),
    ...ofFetchedRefs(shown),
    ...ofBrowser(shown),
    ...shown.arguments.flatMap(ofArgument),
  ];
};
