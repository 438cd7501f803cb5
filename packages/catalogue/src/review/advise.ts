import type { JsonObject } from '@callgate/core';
import { describeTool } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import { claimMessages } from '@callgate/messages/catalogue/claims';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import { findPoison } from '../poison/find-poison.ts';
import { findDoubtfulClaims } from '../scan/find-doubtful-claims.ts';
import { suggestHints } from '../suggest/suggest-hints.ts';
import type { Suggestions } from '../suggestion.ts';

/** Why a reviewer should look twice. Quotes are raw: show them through `display`. */
export interface ReviewDoubt {
  /** `claims/conflict`, `poison/hidden-characters` … */
  readonly rule: string;
  readonly message: string;
}

/** What a reviewer of a definition is told first. It relaxes nothing by itself. */
export interface ReviewAdvice {
  readonly suggestions: Suggestions;
  readonly doubts: readonly ReviewDoubt[];
  /** What the definition itself claims, the tightest word of it. */
  readonly claimed: Disclosure['claimed'];
}

export interface AdviceInput {
  readonly server: string;
  readonly definition: JsonObject;
  /** All tools of the same server, this one among them. */
  readonly siblings: readonly JsonObject[];
}

const known = new WeakMap<JsonObject, ReviewAdvice>();
const doubted = new WeakMap<JsonObject, readonly ReviewDoubt[]>();

const asSingleServer = (server: string, definition: JsonObject): ListedServer => ({
  server,
  trust: 'untrusted',
  from: '',
  tools: [definition],
});

const toDoubts = (findings: readonly Finding[]): readonly ReviewDoubt[] =>
  findings.filter(({ severity }) => severity !== 'note').map(({ rule, message }) => ({ rule, message }));

/** What the rest of the definition says against its claims. The quick part of `advise`, kept like it. */
export const findClaimDoubts = ({
  server,
  definition,
}: Omit<AdviceInput, 'siblings'>): readonly ReviewDoubt[] => {
  const before = doubted.get(definition);
  if (before !== undefined) return before;
  const found = toDoubts(findDoubtfulClaims(asSingleServer(server, definition)));
  doubted.set(definition, found);
  return found;
};

/** Callers do not change a definition once they asked: the answer is kept as long as the definition is. */
export const advise = ({ server, definition, siblings }: AdviceInput): ReviewAdvice => {
  const before = known.get(definition);
  if (before !== undefined) return before;
  const { claimed, conflicts, malformed } = disclose(describeTool({ server, definition }), 'all', [], []);
  const advice: ReviewAdvice = {
    suggestions: suggestHints({ definition, siblings, server }),
    doubts: [
      ...conflicts.map(({ between }) => ({
        rule: 'claims/conflict',
        message: claimMessages.conflict({ keys: between }),
      })),
      ...malformed.map(({ key, problem }) => ({
        rule: 'claims/malformed',
        message: claimMessages.malformed({ key, problem }),
      })),
      ...toDoubts(findPoison([asSingleServer(server, definition)])),
      ...findClaimDoubts({ server, definition }),
    ],
    claimed,
  };
  known.set(definition, advice);
  return advice;
};
