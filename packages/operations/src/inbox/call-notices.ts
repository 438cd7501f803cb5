import { decisionMessages } from '@callgate/messages/decision';
import type { Decision, ToolInput } from '@callgate/core';
import { describeUndo } from '@callgate/core/decide';
import type { CallNotice } from '../api/inbox.ts';

const TEXT = decisionMessages.effect;
const UNDO = decisionMessages.undo;
const CAPABLE_MODEL = 0.7;

const timeText = (ms: number): string => {
  if (ms >= 120_000) return TEXT.minutes({ count: Math.round(ms / 60_000) });
  return ms >= 1000 ? TEXT.seconds({ count: Math.round(ms / 1000) }) : TEXT.milliseconds({ count: ms });
};

/** That nobody knows it is said only of calls that are not known to destroy: those ask for care anyway. */
const undoOf = (decision: Decision): CallNotice[] => {
  const { facts } = decision;
  if (facts.mutates === 'no') return [{ about: 'unchanged', words: UNDO.notNeeded, care: false }];
  if (facts.irreversible === 'yes') return [{ about: 'final', words: UNDO.impossible, care: true }];
  const words = describeUndo(decision);
  if (words !== undefined) return [{ about: 'undo', words, care: false }];
  return facts.destroys === 'yes' ? [] : [{ about: 'undo-unknown', words: UNDO.unknown, care: false }];
};

const delayOf = ({ beliefs, obligations: { timeoutMs } }: Decision): CallNotice[] =>
  beliefs['slowExecution']?.value === 'yes'
    ? [
        {
          about: 'delay',
          words: TEXT.slow({ timeout: timeoutMs === null ? null : timeText(timeoutMs) }),
          care: false,
        },
      ]
    : [];

const loadOf = ({ beliefs }: Decision): CallNotice[] =>
  beliefs['resourceIntensive']?.value === 'yes'
    ? [{ about: 'load', words: decisionMessages.hint.heavy, care: false }]
    : [];

const costOf = ({ facts }: Decision): CallNotice[] => {
  if (facts.usesAi !== 'yes') return [];
  const sensitive = facts.sensitive === 'yes';
  return [
    {
      about: 'cost',
      words: sensitive ? TEXT.usesAiOnSensitive : decisionMessages.hint.usesAi,
      care: sensitive,
    },
  ];
};

const careOf = ({ facts }: Decision): CallNotice[] => [
  ...(facts.destroys === 'yes'
    ? [
        {
          about: 'destroys',
          words: facts.described === 'no' ? TEXT.destroysUnreviewed : TEXT.destroys,
          care: true,
        } as const,
      ]
    : []),
  ...(facts.privileged === 'yes' ? [{ about: 'rights', words: TEXT.privileged, care: true } as const] : []),
  ...(facts.sensitive === 'yes' ? [{ about: 'data', words: TEXT.sensitive, care: true } as const] : []),
  ...(facts.agentic === 'yes' ? [{ about: 'agent', words: TEXT.agentic, care: true } as const] : []),
];

const modelOf = (tool: ToolInput | undefined): CallNotice[] =>
  (tool?.claims.details.modelPreferences?.intelligencePriority ?? 0) >= CAPABLE_MODEL
    ? [{ about: 'model', words: decisionMessages.hint.capableModel, care: false }]
    : [];

/** What people are told before they decide: whether it can be undone first, then what asks for care. */
export const callNotices = (decision: Decision, tool: ToolInput | undefined): readonly CallNotice[] => [
  ...undoOf(decision),
  ...careOf(decision),
  ...delayOf(decision),
  ...costOf(decision),
  ...loadOf(decision),
  ...modelOf(tool),
];
