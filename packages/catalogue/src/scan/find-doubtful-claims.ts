import type { HintName, JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import { claimMessages } from '@callgate/messages/catalogue/claims';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import type { DefinitionContent } from '../suggest/definition-content.ts';
import {
  argumentNamesOf,
  descriptionOf,
  nameOf,
  readDefinitionContent,
} from '../suggest/definition-content.ts';
import { findEffectEvidence } from '../suggest/effect-evidence.ts';
import { nameWords } from '../suggest/words.ts';
import type { Suggestion } from '../suggestion.ts';
import type { ToolAnalysis } from '../suggest/analyze-tool.ts';
import { analyzeTool } from '../suggest/analyze-tool.ts';

type ClaimedHints = ToolAnalysis['disclosure']['claimed'];

/** What is looked at: the claims of a tool beside what the rest of its definition shows. */
interface ClaimedTool {
  readonly definition: JsonObject;
  readonly claimed: ClaimedHints;
  readonly suggestions: ToolAnalysis['suggestions'];
  readonly content: DefinitionContent;
  readonly text: string;
  readonly arguments: readonly string[];
}

/** A claim that lowers care where something speaks against it. */
interface ClaimDoubt {
  readonly rule: string;
  readonly severity: Finding['severity'];
  /** The claim that is doubted. */
  readonly hint: HintName;
  readonly sentence: string;
  /** What an operator would set. */
  readonly set: Readonly<Partial<Record<HintName, 'yes' | 'no'>>>;
}

const sure = (
  suggestion: Suggestion | undefined,
  value: 'yes' | 'no',
  least: number,
): Suggestion | undefined =>
  suggestion?.value === value && suggestion.confidence >= least ? suggestion : undefined;

const why = ({ because }: Suggestion): string => because[0] ?? claimMessages.definitionDiffers;

const SURE_SECRET = 0.7;
const SURE_WRITES = 0.95;
const SURE_DESTROYS = 0.72;

const secretRead = ({ claimed, suggestions }: ClaimedTool): ClaimDoubt | undefined => {
  const secret = sure(suggestions.secret, 'yes', SURE_SECRET);
  if (
    secret === undefined ||
    claimed.readOnly !== 'yes' ||
    claimed.secret === 'yes' ||
    claimed.sensitiveData === 'yes'
  )
    return undefined;
  return {
    rule: 'claims/secret-read',
    severity: 'warning',
    hint: 'readOnly',
    sentence: claimMessages.secretRead({ isClosed: claimed.openWorld === 'no', because: why(secret) }),
    set: { secret: 'yes', sensitiveData: 'yes' },
  };
};

const SENDS_FILE =
  /\b(?:upload|send|submit|transmit|post)\w{0,40}\b.{0,60}\b(?:file|document|image|content|attachment|path)/isu;
const ELSEWHERE = /\b(?:api|service|server|cloud|remote|online|endpoint|url|web|parser|hosted)\b/iu;

const uploadingRead = ({ claimed, text, arguments: args }: ClaimedTool): ClaimDoubt | undefined => {
  if (claimed.readOnly !== 'yes' || !SENDS_FILE.test(text) || !ELSEWHERE.test(text)) return undefined;
  const path = args.find((name) =>
    nameWords(name).some((word) => /^(?:file|path|filename|filepath|document)s?$/u.test(word)),
  );
  if (path === undefined) return undefined;
  return {
    rule: 'claims/uploading-read',
    severity: 'warning',
    hint: claimed.openWorld === 'no' ? 'openWorld' : 'readOnly',
    sentence: claimMessages.uploadingRead({ isClosed: claimed.openWorld === 'no', argument: path }),
    set: { openWorld: 'yes', sensitiveData: 'yes' },
  };
};

const MONEY =
  /\b(?:refund|payment|charge|payout|transfer (?:of )?(?:funds|money)|invoice|purchase|order|wire|withdraw\w{0,40}|donat\w{1,40})s?\b/iu;
const MOVES =
  /\b(?:create|issue|make|send|pay|capture|place|execute|initiate|process|transfer|refund|charge|purchase|buy|withdraw)\w{0,40}\b/iu;

const movedMoney = ({ claimed, definition, text, suggestions }: ClaimedTool): ClaimDoubt | undefined => {
  const name = nameWords(nameOf(definition)).join(' ');
  if (claimed.destructive !== 'no' || claimed.readOnly === 'yes') return undefined;
  if (!MONEY.test(name) || !MOVES.test(name) || suggestions.readOnly?.value === 'yes') return undefined;
  if (!/\b(?:amount|currency|money|funds|charge|card|customer|balance|paid|payment)\b/iu.test(text))
    return undefined;
  return {
    rule: 'claims/money-moves',
    severity: 'warning',
    hint: 'destructive',
    sentence: claimMessages.movesMoney,
    set: { destructive: 'yes', reversible: 'no', requiresConfirmation: 'yes' },
  };
};

const GUARDS =
  /\b(?:firewall|rules?|polic(?:y|ies)|permissions?|protections?|alerts?|backups?|keys?|locks?|restrictions?|mfa|2fa|audit|logs?)\b/iu;

const destroys = ({ claimed, suggestions, definition }: ClaimedTool): ClaimDoubt | undefined => {
  const found = sure(suggestions.destructive, 'yes', SURE_DESTROYS);
  if (found === undefined || claimed.destructive !== 'no' || claimed.readOnly === 'yes') return undefined;
  const words = nameWords(nameOf(definition));
  if (!words.some((word) => DESTROYING.has(word))) return undefined;
  const guard = GUARDS.exec(words.join(' '))?.[0];
  return {
    rule: 'claims/destroys',
    severity: guard === undefined ? 'note' : 'warning',
    hint: 'destructive',
    sentence: claimMessages.destroys({ because: why(found), guard }),
    set: { destructive: 'yes' },
  };
};

const DESTROYING: ReadonlySet<string> = new Set(
  'delete remove drop destroy purge wipe erase truncate kill terminate uninstall clear reset revoke prune discard clean flush empty'.split(
    ' ',
  ),
);

const changes = ({ claimed, suggestions, content }: ClaimedTool): ClaimDoubt | undefined => {
  const found = sure(suggestions.readOnly, 'no', SURE_WRITES);
  if (found === undefined || claimed.readOnly !== 'yes') return undefined;
  // a verb alone is soon misread
  const byNameOnly = findEffectEvidence(content)
    .filter(({ hint, value }) => hint === 'readOnly' && value === 'no')
    .every(({ verbIn }) => verbIn === 'name');
  return {
    rule: 'claims/changes',
    severity: byNameOnly ? 'note' : 'warning',
    hint: 'readOnly',
    sentence: claimMessages.changes({ because: why(found) }),
    set: { readOnly: 'no' },
  };
};

const GIVEN_ADDRESS: ReadonlySet<string> = new Set(
  'url urls webhook endpoint recipient recipients'.split(' '),
);
const REACHES =
  /\b(?:fetch|crawl|scrape|download|navigat|open|send|post|call|visit|request|search)\w{0,40}\b/iu;

const reachesOut = ({ claimed, text, arguments: args }: ClaimedTool): ClaimDoubt | undefined => {
  if (claimed.openWorld !== 'no') return undefined;
  const address = args.find((name) => GIVEN_ADDRESS.has(nameWords(name).at(-1) ?? ''));
  if (address === undefined || !REACHES.test(text)) return undefined;
  return {
    rule: 'claims/reaches-out',
    severity: 'note',
    hint: 'openWorld',
    sentence: claimMessages.reachesOut({ argument: address }),
    set: { openWorld: 'yes' },
  };
};

const CHECKS = [secretRead, uploadingRead, movedMoney, destroys, changes, reachesOut] as const;

const KEYS: { readonly [H in HintName]?: string } = {
  readOnly: 'readOnlyHint',
  destructive: 'destructiveHint',
  openWorld: 'openWorldHint',
};

const textOf = (definition: JsonObject): string =>
  `${nameWords(nameOf(definition)).join(' ')}\n${descriptionOf(definition)}`;

const findingOf = (
  server: string,
  tool: string,
  { rule, severity, hint, sentence, set }: ClaimDoubt,
): Finding => ({
  rule,
  severity,
  server,
  tool,
  path: ['annotations', KEYS[hint] ?? hint],
  message: sentence,
  help: claimMessages.help({
    server,
    tool,
    set: Object.entries(set)
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
  }),
});

/** Claims that lower care and that the rest of the definition speaks against, each in a sentence for an operator. */
export const findDoubtfulClaims = (server: ListedServer): readonly Finding[] =>
  server.tools.flatMap((definition) => {
    const name = getOwn(definition, 'name');
    const known = analyzeTool(server, definition);
    const { claimed, claims } = known.disclosure;
    if (typeof name !== 'string' || claims.length === 0) return [];
    const looked: ClaimedTool = {
      definition,
      claimed,
      suggestions: known.suggestions,
      content: readDefinitionContent({ definition, siblings: server.tools, server: server.server }),
      text: textOf(definition),
      arguments: argumentNamesOf(definition),
    };
    return CHECKS.map((check) => check(looked))
      .filter((doubt) => doubt !== undefined)
      .map((doubt) => findingOf(server.server, name, doubt));
  });
