import type { HintName, Outcome } from '@callgate/core';
import { HINTS, HINT_NAMES, display } from '@callgate/core';
import type { Answer } from '@callgate/core/vocabulary';
import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import { chainMessages } from '@callgate/messages/catalogue/chains';
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
  ...texts.outcomes,
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
  const place = findingLocation(finding);
  return span === undefined ? place : texts.location({ place, from: span[0], to: span[1] });
};

export const toolPath = ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
  `${display(server, { max: 120 })}/${display(tool, { max: 160 })}`;

export const CHAIN_KIND_TEXTS: Readonly<Record<Chain['kind'], string>> = chainMessages.kinds;

/** How often each hint is claimed, of those that are. */
export const coverageWords = ({ coverage }: Pick<ScannedServer, 'coverage'>): readonly string[] =>
  HINT_NAMES.filter((hint) => coverage.hints[hint] > 0).map((hint) => `${hint} ${coverage.hints[hint]}`);

/** The first sentences of every report. */
export const summaryWords = (totals: ScanTotals): readonly string[] => {
  const { servers, tools, all, silent, failed, outcomes, findings, chains, observed, toLookAt, forAuthors } =
    totals;
  const others = findings.error + findings.warning + findings.note - toLookAt;
  return [
    texts.summary.coverage({ servers, tools, described: all, share: formatPercent(all, tools), silent }),
    texts.summary.outcomes(outcomes.balanced),
    ...(failed === 0 ? [] : [texts.summary.failed({ count: failed })]),
    texts.summary.findings({
      attention: toLookAt,
      errors: findings.error,
      authors: forAuthors,
      notes: others - forAuthors,
    }),
    chains === 0 ? texts.summary.noChains({ observed }) : texts.summary.chains({ count: chains }),
  ];
};

/** With a capital at its beginning. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
