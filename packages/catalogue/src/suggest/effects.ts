import type { Deed } from './deeds.ts';
import { deedOf } from './deeds.ts';
import type { Evidence } from './evidence.ts';
import { no, yes } from './evidence.ts';
import type { FoundDeed } from './main-deed.ts';
import { furtherDeeds, nameDeed, textDeed, titleDeed } from './main-deed.ts';
import type { Argument, Shown } from './shown.ts';
import { nameWords } from './words.ts';

const WHERE: Readonly<Record<FoundDeed['at'], string>> = {
  name: 'its name says',
  title: 'its title says',
  description: 'its description says',
};
const said = ({ at, verb }: FoundDeed): string => `${WHERE[at]} \`${verb}\``;

const NAME_WEIGHT = 3;
const TITLE_WEIGHT = 1;
const TEXT_WEIGHT = 2.2;

const weightOf = ({ at, sure }: FoundDeed): number => {
  const whole = at === 'name' ? NAME_WEIGHT : at === 'title' ? TITLE_WEIGHT : TEXT_WEIGHT;
  return sure ? whole : whole / 2;
};

const isAdding = (deed: Deed): boolean => deed === 'adds';

const ofDeed = (deed: FoundDeed): readonly Evidence[] => {
  const weight = weightOf(deed);
  const because = said(deed);
  switch (deed.deed) {
    case 'reads':
      return [yes('readOnly', weight, because)];
    case 'adds':
      return [
        no('readOnly', weight, because),
        no('destructive', weight, because),
        no('idempotent', weight, because),
      ];
    case 'changes':
      return [
        no('readOnly', weight, because),
        yes('destructive', weight * 0.6, because),
        yes('idempotent', weight, because),
      ];
    case 'switches':
      return [
        no('readOnly', weight, because),
        no('destructive', weight * 0.6, because),
        yes('idempotent', weight, because),
      ];
    case 'destroys':
      return [
        no('readOnly', weight * 1.2, because),
        yes('destructive', weight * 1.5, because),
        yes('idempotent', weight, because),
      ];
    case 'sends':
      return [
        no('readOnly', weight, because),
        yes('destructive', weight * 0.5, because),
        no('idempotent', weight, because),
      ];
    case 'runs':
      return [
        no('readOnly', weight * 0.9, because),
        yes('destructive', weight * 0.7, because),
        no('idempotent', weight, because),
      ];
  }
};

const HARMLESS =
  /\bread[- ]?only\b|\b(?:does|will|do) not (?:modify|change|write|alter|affect|mutate)|\bwithout (?:modifying|changing|executing)|\bno side[- ]effects?\b|\bnon[- ]destructive\b|只读|nur lesend|solo lectura|lecture seule/iu;
const REFUSES_TO_BE = /\bnot read[- ]?only\b|\bread[- ]?only (?:mode )?(?:is )?(?:false|off|disabled)/iu;
const FINAL =
  /\bpermanent(?:ly)?\b|\birreversibl[ey]\b|\bcannot be (?:undone|recovered|reversed)|\bcan't be undone\b|不可逆|不可恢复|unwiderruflich|irréversible|irreversible/iu;
const OVERWRITES =
  /\boverwrit(?:es?|ing)\b|\breplaces? (?:the |all |any )?(?:existing|entire|whole|current)|\bdrops?\b.{0,60}\btable|覆盖/iu;
const ADDITIVE =
  /\b(?:only adds|additive|appends?|existing .{0,30}(?:kept|preserved|unchanged|not (?:overwritten|modified)))\b/iu;
const CREATES_MISSING = /\bcreat(?:es?|ing) (?:it|one|them)? ?if\b|\bor creates?\b/iu;
const REPEATABLE =
  /\bidempotent\b|\bsafe to (?:retry|repeat|call)|\bno effect if already\b|\bif not already\b/iu;

const ofDescription = ({ description, title }: Shown): readonly Evidence[] => {
  const text = `${title}\n${description}`;
  const found: Evidence[] = [];
  if (HARMLESS.test(text) && !REFUSES_TO_BE.test(text))
    found.push(yes('readOnly', 2, 'its description says that it changes nothing'));
  if (FINAL.test(text)) {
    found.push(yes('destructive', 2, 'its description says that it cannot be undone'));
    found.push(no('readOnly', 1.5, 'its description says that it cannot be undone'));
  }
  if (OVERWRITES.test(text)) {
    found.push(yes('destructive', 2, 'its description says that it overwrites'));
    found.push(no('readOnly', 1.5, 'its description says that it overwrites'));
  }
  if (FROM_BACKUP.test(text)) found.push(yes('destructive', 8, 'what was there since then is gone'));
  if (PARTIAL.test(text)) found.push(no('destructive', 4, 'it changes only the fields that are given'));
  if (ADDITIVE.test(text)) found.push(no('destructive', 1, 'its description says that what is there stays'));
  if (CREATES_MISSING.test(text))
    found.push(no('readOnly', 1, 'its description says that it creates what is missing'));
  if (REPEATABLE.test(text))
    found.push(yes('idempotent', 2, 'its description says that repeating it changes nothing'));
  return found;
};

const PARTIAL =
  /\bat least one (?:other )?field|\bonly (?:the )?(?:given|provided|specified|supplied) (?:fields|properties)|\bpartial(?:ly)? updat|\bfields? (?:that are|are|is) (?:omitted|not (?:given|provided)) (?:stay|remain|keep)/iu;
const FROM_BACKUP = /\brestor\w{1,20}\b.{0,40}\b(?:from|to)\b.{0,20}\b(?:backup|snapshot|point)/iu;
const AGAIN: ReadonlySet<string> = new Set(
  'manage toggle reboot restart rotate rebuild cycle increment decrement reset move'.split(' '),
);
/** What exists only where it is listed: taking it out destroys it. */
const PARTS =
  /\b(?:rules?|rows?|entr(?:y|ies)|lines?|keys?|fields?|columns?|records?|values?|files?|items?|rules|all)\b/iu;

/** Putting something that exists into a set, or taking it out, makes and destroys nothing. */
const ofMembership = ({ words, description }: Shown): readonly Evidence[] => {
  const [lead = ''] = description.split(/[.\n]/u);
  const put = /\badd(?:s|ing)?\b.{1,60}\bto\b/iu.test(lead) && words.includes('add');
  const taken = /\bremov(?:es?|ing)\b.{1,60}\bfrom\b/iu.test(lead) && words.includes('remove');
  const what = /\b(?:add\w{0,20}|remov\w{0,20})\b(.{1,60}?)\b(?:to|from)\b/iu.exec(lead)?.[1] ?? '';
  const because = `it puts into or takes from a set what exists by itself: \`${what.trim().slice(0, 40)}\``;
  if (put && !/\b(?:new|content|text|comment|note|row|rows|attachment)\b/iu.test(what))
    return [yes('idempotent', 8, because)];
  return taken && !PARTS.test(what) ? [no('destructive', 9, because)] : [];
};

/** Git brings what others wrote into the repository on this machine. */
const ofGit = ({ words, description }: Shown): readonly Evidence[] =>
  words.includes('fetch') && /\bremote (?:repository|branch|refs?)\b|\brefs\b/iu.test(description)
    ? [no('readOnly', 8, 'it brings objects into the repository')]
    : [];

const BROWSERS = /\b(?:browser|playwright|puppeteer|selenium|webdriver)\b/iu;

/** What is done in a browser is done to somebody's page, which makes of it what it likes. */
const ofBrowser = ({ server, name }: Shown): readonly Evidence[] =>
  BROWSERS.test(`${server} ${nameWords(name).join(' ')}`)
    ? [yes('destructive', 6, 'it acts on a page, which may do anything with that')]
    : [];

const ofRepeating = ({ words }: Shown): readonly Evidence[] => {
  const again = words.find((word) => AGAIN.has(word));
  return again === undefined ? [] : [no('idempotent', 8, `to \`${again}\` twice is not to do it once`)];
};

const HTTP = /\b(GET|HEAD|POST|PUT|PATCH|DELETE)\b(?=\s{1,8}(?:\/|https?:|requests?\b|method\b|\{))/gu;

const ofHttpVerbs = ({ description }: Shown): readonly Evidence[] => {
  const verbs = new Set([...description.matchAll(HTTP)].map(([, verb = '']) => verb));
  return [...verbs].flatMap((verb): readonly Evidence[] => {
    const because = `it makes a ${verb} request`;
    if (verb === 'GET' || verb === 'HEAD') return verbs.size === 1 ? [yes('readOnly', 1.5, because)] : [];
    if (verb === 'POST') return [no('readOnly', 1, because), no('idempotent', 1, because)];
    return [
      no('readOnly', 2.5, because),
      yes('destructive', verb === 'DELETE' ? 3 : 1, because),
      yes('idempotent', 1, because),
    ];
  });
};

const CODE: ReadonlySet<string> = new Set(
  'command commands cmd script code javascript js python expression shell bash'.split(' '),
);
const SQL: ReadonlySet<string> = new Set(['sql', 'statement', 'statements']);
const OUTPUTS =
  /\b(?:(?:file|output|save|target|destination|response) ?(?:path|file|dir|directory|folder)|save ?to|output)\b/u;
const TO_WRITE = /\b(?:save|write|written|store|stored|output)\b/iu;
const FORCES: ReadonlySet<string> = new Set([
  'force',
  'confirm',
  'confirmed',
  'overwrite',
  'recursive',
  'cascade',
]);
const BODIES: ReadonlySet<string> = new Set([
  'body',
  'payload',
  'patch',
  'updates',
  'update',
  'changes',
  'newvalue',
]);
const MODES: ReadonlySet<string> = new Set(['action', 'operation', 'mode', 'method', 'verb', 'op']);

const ofChoices = ({ name, words, choices }: Argument): readonly Evidence[] => {
  if (words.length !== 1 || !MODES.has(words[0] ?? '')) return [];
  const deeds = choices.map((choice) => ({ choice, deed: deedOf(nameWords(choice)[0] ?? '') }));
  const worst =
    deeds.find(({ deed }) => deed === 'destroys') ??
    deeds.find(({ deed }) => deed !== undefined && deed !== 'reads');
  if (worst?.deed === undefined)
    return deeds.length > 1 && deeds.every(({ deed }) => deed === 'reads')
      ? [yes('readOnly', 2, `every choice of \`${name}\` only reads`)]
      : [];
  const because = `\`${name}\` can be \`${worst.choice}\`, and the worst case counts`;
  return [
    no('readOnly', 4, because),
    no('idempotent', 2, because),
    ...(worst.deed === 'destroys' ? [yes('destructive', 3, because)] : []),
  ];
};

const ofArgument = (argument: Argument): readonly Evidence[] => {
  const { name, words, text } = argument;
  const last = words.at(-1) ?? '';
  const found: Evidence[] = [...ofChoices(argument)];
  if (CODE.has(last)) {
    const because = `\`${name}\` is code or a command that may do anything`;
    found.push(no('readOnly', 2.5, because), yes('destructive', 1.5, because), no('idempotent', 1, because));
  }
  if (SQL.has(last) && !/\bselect\b|read[- ]?only/iu.test(text)) {
    const because = `\`${name}\` is SQL that may do anything`;
    found.push(no('readOnly', 2, because), yes('destructive', 1.5, because));
  }
  if (OUTPUTS.test(words.join(' ')) && TO_WRITE.test(text))
    found.push(no('readOnly', 6, `it writes a file where \`${name}\` says`));
  if (words.some((word) => FORCES.has(word)))
    found.push(no('readOnly', 1.5, `it has an argument \`${name}\``));
  if (words.length === 1 && BODIES.has(last)) found.push(no('readOnly', 1, `it takes a \`${name}\``));
  return found;
};

/** What stands in the definition about changing, destroying and repeating. */
export const effects = (shown: Shown): readonly Evidence[] => {
  const deeds = [nameDeed(shown), titleDeed(shown), textDeed(shown)].filter((deed) => deed !== undefined);
  const further = furtherDeeds(shown).filter(({ deed }) => deed !== 'reads' && !isAdding(deed));
  return [
    ...deeds.flatMap(ofDeed),
    ...further.slice(0, 2).map((deed) => no('readOnly', 1, `its description also says \`${deed.verb}\``)),
    ...ofDescription(shown),
    ...ofHttpVerbs(shown),
    ...ofMembership(shown),
    ...ofRepeating(shown),
    ...ofGit(shown),
    ...ofBrowser(shown),
    ...shown.arguments.flatMap(ofArgument),
  ];
};
