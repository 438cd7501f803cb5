import type { HintName, Outcome } from '@callgate/core';
import { HINTS, HINT_NAMES, display } from '@callgate/core';
import type { Answer } from '@callgate/core/vocabulary';
import type { Chain } from '../chain.ts';
import type { ScannedPreset } from '../claim-decider.ts';
import type { Finding } from '../finding.ts';
import type { ScannedServer, ScannedTool } from '../scan/scan-report.ts';
import type { ScanTotals } from './scan-totals.ts';

let format: Intl.NumberFormat | undefined;

export const formatInteger = (value: number): string => {
  // made when needed: it takes 20 ms
  format ??= new Intl.NumberFormat('en-US');
  return format.format(value);
};

/** `1 tool`, `2,000 tools`. */
export const formatCount = (count: number, thing: string): string =>
  `${formatInteger(count)} ${thing}${count === 1 ? '' : 's'}`;

export const formatPercent = (part: number, all: number): string =>
  all === 0 ? '–' : `${Math.round((100 * part) / all)} %`;

/** The presets that enforce what they decide; `observe` decides as `balanced` does. */
export const ENFORCED: readonly Exclude<ScannedPreset, 'observe'>[] = ['strict', 'balanced', 'intent'];

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  auto: 'runs',
  confirm: 'asks',
  block: 'blocked',
};

const tightest = (hint: HintName, answers: readonly Answer[]): Answer => {
  const care = HINTS[hint].relaxing === 'yes' ? 'no' : 'yes';
  return answers.includes(care) ? care : (answers[0] ?? 'unknown');
};

export interface HintPhrase {
  readonly hint: HintName;
  readonly value: Answer;
  readonly words: string;
  /** It asks for care. */
  readonly careful: boolean;
}

const hintPhrase = (hint: HintName, value: Answer): HintPhrase => ({
  hint,
  value,
  words: value === 'unknown' ? hint : HINTS[hint].badge[value],
  careful: value !== HINTS[hint].relaxing,
});

/** What it claims, each hint once and by the tightest of its claims. */
export const claimPhrases = ({ claims }: Pick<ScannedTool, 'claims'>): readonly HintPhrase[] =>
  HINT_NAMES.flatMap((hint) => {
    const answers = claims.filter((claim) => claim.hint === hint).map(({ answer }) => answer);
    return answers.length === 0 ? [] : [hintPhrase(hint, tightest(hint, answers))];
  });

export interface BeliefPhrase extends HintPhrase {
  readonly ground: string;
}

/** What is believed of it and why. What nobody says anything of is left out. */
export const beliefPhrases = ({ beliefs }: Pick<ScannedTool, 'beliefs'>): readonly BeliefPhrase[] =>
  HINT_NAMES.flatMap((hint) => {
    const belief = Object.hasOwn(beliefs, hint) ? beliefs[hint] : undefined;
    if (belief === undefined || belief.value === 'unknown') return [];
    return [{ ...hintPhrase(hint, belief.value), ground: belief.ground }];
  });

export interface SuggestionPhrase extends HintPhrase {
  readonly confidence: number;
  readonly because: readonly string[];
}

/** What is suggested and not believed already. */
export const suggestionPhrases = ({
  suggestions,
  beliefs,
}: Pick<ScannedTool, 'suggestions' | 'beliefs'>): readonly SuggestionPhrase[] =>
  HINT_NAMES.flatMap((hint) => {
    const suggestion = suggestions[hint];
    const belief = Object.hasOwn(beliefs, hint) ? beliefs[hint] : undefined;
    if (suggestion === undefined) return [];
    if (belief?.value === suggestion.value && belief.ground !== 'default') return [];
    const { confidence, because } = suggestion;
    return [{ ...hintPhrase(hint, suggestion.value), confidence, because }];
  });

/** RFC 6901. */
export const jsonPointer = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** `server/tool#/description` */
export const findingLocation = ({
  server,
  tool,
  path,
}: Pick<Finding, 'server' | 'tool' | 'path'>): string => {
  const name = tool === null ? display(server, { max: 120 }) : toolPath({ server, tool });
  return path.length === 0 ? name : `${name}#${display(jsonPointer(path), { max: 300 })}`;
};

/** The exact place: `server/tool#/description, characters 4 to 9`. */
export const exactLocation = (finding: Finding): string => {
  const { span } = finding;
  return `${findingLocation(finding)}${span === undefined ? '' : `, characters ${span[0]} to ${span[1]}`}`;
};

export const toolPath = ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
  `${display(server, { max: 120 })}/${display(tool, { max: 160 })}`;

export const CHAIN_KIND_TEXTS: Readonly<Record<Chain['kind'], string>> = {
  trifecta: 'Private data leaves',
  'untrusted-to-destructive': 'Something is destroyed',
};

/** How often each hint is claimed, of those that are. */
export const coverageWords = ({ coverage }: Pick<ScannedServer, 'coverage'>): readonly string[] =>
  HINT_NAMES.filter((hint) => coverage.hints[hint] > 0).map((hint) => `${hint} ${coverage.hints[hint]}`);

/** The first sentences of every report. */
export const summaryWords = (totals: ScanTotals): readonly string[] => {
  const { servers, tools, all, silent, failed, outcomes, findings, chains, observed, toLookAt } = totals;
  const { auto, confirm, block } = outcomes.balanced;
  const others = findings.error + findings.warning + findings.note - toLookAt;
  return [
    `${formatCount(servers, 'server')} with ${formatCount(tools, 'tool')}; ${formatInteger(all)} of them (${formatPercent(all, tools)}) claim all four hints of the specification${silent === 0 ? '' : `, and ${formatCount(silent, 'server')} claim${silent === 1 ? 's' : ''} none of them for any tool`}.`,
    `Under balanced ${formatInteger(auto)} would run by themselves, ${formatInteger(confirm)} ask and ${formatInteger(block)} be blocked.`,
    ...(failed === 0 ? [] : [`${formatCount(failed, 'server')} could not be looked at.`]),
    `${toLookAt === 0 ? 'Nothing was found that needs a person' : `${formatCount(toLookAt, 'finding')} to look at${findings.error === 0 ? '' : `, ${formatInteger(findings.error)} of them before anything is used`}`}; ${others === 0 ? 'no notes' : `${formatCount(others, 'note')} besides, ${formatInteger(totals.forAuthors)} of them on how the servers describe their tools`}.`,
    chains === 0
      ? `No chain of calls from untrusted text to harm was found without a person in between${observed === 0 ? '' : `; where a policy only observes, nobody is asked and there ${observed === 1 ? 'is 1' : `are ${formatInteger(observed)}`}`}.`
      : `${formatCount(chains, 'chain')} of calls from untrusted text to harm ${chains === 1 ? 'has' : 'have'} no person in between.`,
  ];
};

/** With a capital at its beginning. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
