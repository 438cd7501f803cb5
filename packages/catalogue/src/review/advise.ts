import type { JsonObject } from '@callgate/core';
import { describeTool } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';
import { poisonFindings } from '../poison/poison-findings.ts';
import { doubtsOf } from '../scan/doubts.ts';
import { suggest } from '../suggest/suggest.ts';
import type { Suggestions } from '../suggestion.ts';

/** Why somebody should look twice. Quotes are raw: whoever shows it uses `display`. */
export interface Doubt {
  /** `claims/conflict`, `poison/hidden-characters` … */
  readonly rule: string;
  readonly message: string;
}

/** What somebody who reviews a definition is told first. It relaxes nothing by itself. */
export interface Advice {
  readonly suggestions: Suggestions;
  readonly doubts: readonly Doubt[];
  /** What the definition itself claims, the tightest word of it. */
  readonly claimed: Disclosure['claimed'];
}

export interface Advised {
  readonly server: string;
  readonly definition: JsonObject;
  /** All tools of the same server, this one among them. */
  readonly siblings: readonly JsonObject[];
}

const known = new WeakMap<JsonObject, Advice>();
const doubted = new WeakMap<JsonObject, readonly Doubt[]>();

const alone = (server: string, definition: JsonObject): ListedServer => ({
  server,
  trust: 'untrusted',
  from: '',
  tools: [definition],
});

const told = (findings: readonly Finding[]): readonly Doubt[] =>
  findings.filter(({ severity }) => severity !== 'note').map(({ rule, message }) => ({ rule, message }));

/** What the rest of the definition says against its claims. The quick part of `advise`, kept like it. */
export const claimDoubts = ({ server, definition }: Omit<Advised, 'siblings'>): readonly Doubt[] => {
  const before = doubted.get(definition);
  if (before !== undefined) return before;
  const found = told(doubtsOf(alone(server, definition)));
  doubted.set(definition, found);
  return found;
};

/** Callers do not change a definition once they asked: the answer is kept as long as the definition is. */
export const advise = ({ server, definition, siblings }: Advised): Advice => {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const { claimed, conflicts, malformed } = disclose(describeTool({ server, definition }), 'all', [], []);
  const advice: Advice = {
    suggestions: suggest({ definition, siblings, server }),
    doubts: [
      ...conflicts.map(({ between }) => ({
        rule: 'claims/conflict',
        message: `these claims cannot all be true: ${between.join(', ')}`,
      })),
      ...malformed.map(({ key, problem }) => ({
        rule: 'claims/malformed',
        message: `\`${key}\` cannot be read: ${problem}`,
      })),
      ...told(poisonFindings([alone(server, definition)])),
      ...claimDoubts({ server, definition }),
    ],
    claimed,
  };
  known.set(definition, advice);
  return advice;
};
