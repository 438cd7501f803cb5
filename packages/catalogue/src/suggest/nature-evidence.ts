import type { HintName } from '@callgate/core';
import { suggestionMessages } from '@callgate/messages/catalogue/suggestion';
import { findVerbEffect } from './verb-effect.ts';
import type { HintEvidence } from './hint-evidence.ts';
import { noEvidence, yesEvidence } from './hint-evidence.ts';
import type { DefinitionContent } from './definition-content.ts';
import { nameWords } from './words.ts';

const { nature: texts } = suggestionMessages;

interface NatureSign {
  readonly hint: HintName;
  readonly value: 'yes' | 'no';
  readonly weight: number;
  readonly pattern: RegExp;
  readonly because: string;
}

const sign = (
  hint: HintName,
  value: 'yes' | 'no',
  weight: number,
  pattern: RegExp,
  because: string,
): NatureSign => ({ hint, value, weight, pattern, because });

/** What is said in a name, a title or a description, in the languages that servers are written in. */
const SIGNS: readonly NatureSign[] = [
  sign(
    'agency',
    'yes',
    3,
    /\b(?:sub-?agents?|autonomous(?:ly)?|agentic|multi-step|(?:spawns?|runs?|starts?|delegates? to|hand(?:s)? off to) (?:an? |another )?agents?|on (?:its|your) own|plans and (?:executes|acts))\b|智能体|自主|エージェント/iu,
    texts.actsAlone,
  ),
  sign(
    'agency',
    'yes',
    2,
    /\b(?:research|browse|investigat|deep[- ]research)\w{0,40}\b.{0,60}\b(?:autonomous|multiple (?:steps|sources)|iterativ)/iu,
    texts.severalSteps,
  ),
  sign(
    'aiProcessing',
    'yes',
    3,
    /\b(?:LLMs?|language models?|generative AI|AI[- ](?:powered|generated|driven|assisted|based|model)|machine learning|neural|embeddings?|vector search|semantic search|text-to-(?:speech|image|sql)|speech-to-text|transcrib\w{1,40}|OCR|prompt(?:s|ed)? (?:the|an?) (?:model|AI))\b|using AI\b|大模型|人工智能|künstliche Intelligenz|IA générative|inteligencia artificial/iu,
    texts.usesModel,
  ),
  sign(
    'aiProcessing',
    'yes',
    1.5,
    /\b(?:summari[sz]e|translate|classif(?:y|ies)|sentiment|answer (?:a |the )?questions?|chat completion|generate (?:text|images?|an? (?:answer|image|summary)))\b/iu,
    texts.mostlyModel,
  ),
  sign(
    'slowExecution',
    'yes',
    3,
    /\b(?:long[- ]running|(?:may|can|might|could|will) take (?:(?:a )?(?:while|long)|several|up to|some|\d{1,6}|a few|time|minutes|hours)|takes? (?:several|a few|up to|\d{1,6}[-– ]?\d{0,6}) ?(?:minutes?|seconds?|hours?)|asynchronous(?:ly)?|in the background|poll (?:for|until)|wait(?:s)? (?:for|until)|slow operation)\b|耗时|长时间|dauert|prend du temps/iu,
    texts.takesLong,
  ),
  sign(
    'slowExecution',
    'yes',
    1.5,
    /\b(?:deploy|build|crawl|train|migrat|render|transcod|benchmark|provision|rebuild|restore|backup|full scan|index(?:es|ing)?)\w{0,40}\b/iu,
    texts.mostlyLong,
  ),
  sign(
    'resourceIntensive',
    'yes',
    3,
    /\b(?:resource[- ]intensive|(?:cpu|gpu|memory|compute)[- ](?:intensive|heavy)|heavy (?:load|operation|computation)|large (?:amounts?|datasets?|files?) (?:of|in) memory|expensive (?:operation|query|computation))\b/iu,
    texts.isHeavy,
  ),
  sign(
    'resourceIntensive',
    'yes',
    1.5,
    /\b(?:train(?:s|ing)? (?:a |the )?model|video|transcod\w{1,40}|benchmark|load test|full[- ]table|entire (?:database|repository|site)|bulk|heap ?snapshot|screen ?cast)\b/iu,
    texts.mostlyHeavy,
  ),
  sign(
    'sensitiveData',
    'yes',
    2.5,
    /\b(?:personal(?:ly identifiable)? (?:data|information)|PII|patient|medical|health record|salar(?:y|ies)|payroll|bank|credit card|invoice|payment|social security|passport|confidential|private (?:messages?|data|key)|credentials?|passwords?|secrets?|api[- ]keys?|access tokens?|e?mails?|inbox|mailbox|contacts?|calendar|medical|customers?)\b|密码|密钥|个人信息|Kundendaten|données personnelles|datos personales/iu,
    texts.personalData,
  ),
  sign(
    'privilegedAccess',
    'yes',
    3,
    /\b(?:admin(?:istrat(?:or|ive|ion))?|root|sudo|superuser|elevated (?:rights|privileges|permissions)|iam|role assignments?|service account|cluster role|privileged)\b|管理员/iu,
    texts.elevated,
  ),
  sign(
    'privilegedAccess',
    'yes',
    1.5,
    /\b(?:firewall|permissions?|access control|security (?:group|policy)|ssh keys?|users? (?:management|roles?)|grant access|billing|organization settings?|tenant)\b/iu,
    texts.accounts,
  ),
  sign(
    'requiresConfirmation',
    'yes',
    3,
    /\b(?:(?:ask|confirm with|get (?:approval|confirmation|consent) from|explicit (?:approval|consent|confirmation) (?:of|from)) the user|requires? (?:explicit |user ){0,4}(?:confirmation|approval|consent)|(?:always|must) confirm|with (?:explicit )?user (?:approval|consent|confirmation))\b|确认后|需要用户确认/iu,
    texts.asksApproval,
  ),
  sign(
    'requiresConfirmation',
    'yes',
    1.5,
    /\b(?:pay|purchase|buy|refund|charge|transfer (?:funds|money)|place (?:an )?order|wire)\b/iu,
    texts.movesMoney,
  ),
  sign(
    'secret',
    'yes',
    3,
    /\b(?:(?:get|list|read|show|return|retrieve|fetch|dump|print|reveal|export|rotate|reset|create|generate)\w{0,40}\b.{0,40}\b(?:secrets?|passwords?|credentials?|api[- ]keys?|access keys?|private keys?|(?:access|auth\w{0,40}|api|bearer|refresh|session) tokens?|connection strings?|environment variables?|env vars?))\b|连接字符串|密钥/iu,
    texts.returnsSecrets,
  ),
  sign(
    'reversible',
    'no',
    3,
    /\bpermanent(?:ly)?\b|\birreversibl[ey]\b|\bcannot be (?:undone|recovered|reversed|unsent)|\bcan't be undone\b|不可逆|不可恢复|unwiderruflich|irréversible/iu,
    texts.irreversible,
  ),
  sign(
    'reversible',
    'yes',
    2.5,
    /\b(?:can be (?:undone|restored|reverted|recovered)|reversible|moves? (?:it |them )?to (?:the )?(?:trash|recycle bin|bin)|soft[- ]delet\w{1,40}|un(?:do|archive)able|回收站|Papierkorb|corbeille|papelera)\b/iu,
    texts.reversible,
  ),
];

const ofText = ({
  name,
  title,
  description,
  arguments: args,
}: DefinitionContent): readonly HintEvidence[] => {
  const text = `${nameWords(name).join(' ')}\n${title}\n${description}`;
  const found = SIGNS.flatMap(({ hint, value, weight, pattern, because }): readonly HintEvidence[] => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const evidence = texts.found({ because, text: match[0].slice(0, 60) });
    return [value === 'yes' ? yesEvidence(hint, weight, evidence) : noEvidence(hint, weight, evidence)];
  });
  const given = args.find(({ words }) =>
    words.some((word) => /^(?:password|secret|token|apikey|credential)s?$/u.test(word)),
  );
  if (given !== undefined) found.push(yesEvidence('sensitiveData', 2, texts.takes({ text: given.name })));
  return found;
};

const OPPOSITES: readonly (readonly [string, string])[] =
  `archive unarchive, enable disable, add remove, start stop, pause resume, lock unlock, pin unpin,
    star unstar, follow unfollow, mute unmute, assign unassign, attach detach, link unlink, tag untag,
    subscribe unsubscribe, close reopen, trash restore, hide unhide, grant revoke, connect disconnect,
    mount unmount, create delete, register unregister, install uninstall, open close, publish unpublish,
    upload delete`
    .split(/,\s+/)
    .map((pair) => pair.split(' ') as [string, string]);

const names = new WeakMap<DefinitionContent['siblings'], ReadonlySet<string>>();

const siblingNames = ({ siblings }: DefinitionContent): ReadonlySet<string> => {
  const known =
    names.get(siblings) ??
    new Set(siblings.map(({ name }) => (typeof name === 'string' ? nameWords(name).join(' ') : '')));
  names.set(siblings, known);
  return known;
};

/** A sibling that does the opposite to the same thing undoes it. */
const ofOpposites = (shown: DefinitionContent): readonly HintEvidence[] => {
  const words = nameWords(shown.name);
  const known = siblingNames(shown);
  for (const [one, other] of [...OPPOSITES, ...OPPOSITES.map(([a, b]) => [b, a] as const)]) {
    const at = words.indexOf(one);
    // what was deleted is not made again by creating something
    if (at === -1 || one === 'delete' || one === 'uninstall' || one === 'revoke') continue;
    const opposite = words.with(at, other).join(' ');
    if (known.has(opposite)) return [yesEvidence('reversible', 2.5, texts.opposite({ text: opposite }))];
  }
  return [];
};

const FINAL_DEEDS: ReadonlySet<string> = new Set(['destroys', 'sends']);

const ofDeeds = ({ words }: DefinitionContent): readonly HintEvidence[] => {
  const final = words.find((word) => FINAL_DEEDS.has(findVerbEffect(word) ?? ''));
  return final === undefined || words.includes('draft')
    ? []
    : [noEvidence('reversible', 1.5, suggestionMessages.verb.name({ text: final }))];
};

/** What stands in the definition about agents, models, time, load, secrets, rights and undoing. */
export const findNatureEvidence = (shown: DefinitionContent): readonly HintEvidence[] => [
  ...ofText(shown),
  ...ofOpposites(shown),
  ...ofDeeds(shown),
];
