import type { JsonObject, ToolInput } from '@callgate/core';
import { getOwn } from '@callgate/core';
import type { Belief, FactName } from '@callgate/core/disclose';
import { chainMessages } from '@callgate/messages/catalogue/chains';
import type { ChainStep } from '../chain.ts';
import type { ListedServer } from '../listed-server.ts';
import { analyzeTool } from '../suggest/analyze-tool.ts';
import type { Suggestion, Suggestions } from '../suggestion.ts';

/** A tool that can do a step, with what is needed to decide about it. */
export interface ChainCandidate {
  readonly step: ChainStep;
  readonly tool: ToolInput;
  /** The more is known for sure, the better a chain through it convinces. */
  readonly rank: number;
}

type StepAction = ChainStep['does'];

const FACT: Readonly<Record<StepAction, FactName>> = {
  'reads-private': 'readsPrivate',
  'reads-untrusted': 'returnsUntrusted',
  'sends-out': 'outward',
  destroys: 'destroys',
};

const WORDS: Readonly<Record<StepAction, string>> = chainMessages.steps;

const GROUND: Readonly<Record<Belief['ground'], string>> = chainMessages.grounds;

const SURE = 0.65;

const likely = (suggestion: Suggestion | undefined): Suggestion | undefined =>
  suggestion?.value === 'yes' && suggestion.confidence >= SURE ? suggestion : undefined;

/** What a suggestion has to add where no belief says it. Beliefs that nobody stands behind are not shown as facts. */
const suggestedFor = (does: StepAction, suggestions: Suggestions): Suggestion | undefined => {
  switch (does) {
    case 'reads-private':
      return likely(suggestions.secret) ?? likely(suggestions.sensitiveData);
    case 'reads-untrusted':
      return likely(suggestions.unsafeOutput);
    case 'sends-out':
      return suggestions.openWorld?.value === 'yes' ? suggestions.openWorld : undefined;
    case 'destroys':
      return likely(suggestions.destructive);
  }
};

const STEPS = Object.keys(FACT) as readonly StepAction[];

const OVER_DEFAULT = 2;
const OVER_SUGGESTION = 3;

/** What one tool could do in a chain. */
export const findCandidates = (server: ListedServer, definition: JsonObject): readonly ChainCandidate[] => {
  const {
    tool,
    disclosure: { facts },
    suggestions,
  } = analyzeTool(server, definition);
  const name = getOwn(definition, 'name');
  if (typeof name !== 'string') return [];
  return STEPS.flatMap((does) => {
    const fact = facts[FACT[does]];
    if (fact.value === 'no') return [];
    const suggested = suggestedFor(does, suggestions);
    const grounded = fact.value === 'yes' && fact.ground !== 'default';
    if (!grounded && suggested === undefined) return [];
    const why = grounded
      ? GROUND[fact.ground]
      : chainMessages.suggested({ because: suggested?.because[0] ?? '' });
    const because = chainMessages.step({ does: WORDS[does], because: why });
    const step: ChainStep = { server: server.server, tool: name, does, because };
    const rank = (grounded ? OVER_SUGGESTION : 0) + (suggested === undefined ? 0 : OVER_DEFAULT);
    return [{ step, tool, rank }];
  });
};
