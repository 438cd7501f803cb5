import type { Decision, ToolInput } from '@callgate/core';
import { describeUndo } from '@callgate/core/decide';
import { decisionMessages } from '@callgate/messages/decision';
import type { CallNotice } from '../api/inbox.ts';

const CAPABLE_MODEL = 0.7;

const durationText = (ms: number): string => {
  if (ms >= 120_000) return `${Math.round(ms / 60_000)} minutes`;
  return ms >= 1000 ? `${Math.round(ms / 1000)} seconds` : `${ms} milliseconds`;
};

const undoNotice = (words: string, care: boolean): CallNotice => ({ about: 'undo', words, care });

const undoOf = (decision: Decision): CallNotice => {
  const { facts } = decision;
  if (facts.mutates === 'no')
    return undoNotice('There is nothing to undo: it changes nothing, as far as is believed', false);
  if (facts.irreversible === 'yes') return undoNotice('It cannot be undone', true);
  const words = describeUndo(decision) ?? decisionMessages.undo.unknown;
  return undoNotice(words, facts.irreversible !== 'no');
};

const delayOf = ({ beliefs, obligations }: Decision): CallNotice[] => {
  const limit =
    obligations.timeoutMs === null ? '' : `; it is given up on after ${durationText(obligations.timeoutMs)}`;
  return beliefs['slowExecution']?.value === 'yes'
    ? [{ about: 'delay', words: `It may be slow${limit}`, care: true }]
    : [];
};

const loadOf = ({ beliefs, obligations }: Decision): CallNotice[] => {
  if (beliefs['resourceIntensive']?.value !== 'yes') return [];
  const few = obligations.concurrency
    .map(({ limit, per }) => `at most ${limit} at once per ${per}`)
    .join(', ');
  return [{ about: 'load', words: `It is heavy on the system${few === '' ? '' : `: ${few}`}`, care: true }];
};

const costOf = ({ facts }: Decision): CallNotice[] => {
  if (facts.usesAi !== 'yes') return [];
  const [also, care] =
    facts.sensitive === 'yes'
      ? ['; sensitive data is given to a model, so data protection applies', true]
      : ['', false];
  return [{ about: 'cost', words: `It uses AI, which may cost money and time${also}`, care }];
};

const sentences: readonly ((decision: Decision) => CallNotice[])[] = [
  ({ facts }) =>
    facts.destroys === 'yes'
      ? [{ about: 'destroys', words: 'It may delete or overwrite what is there', care: true }]
      : [],
  ({ facts }) =>
    facts.privileged === 'yes'
      ? [{ about: 'rights', words: 'It works with elevated rights', care: true }]
      : [],
  ({ facts }) =>
    facts.sensitive === 'yes' ? [{ about: 'data', words: 'It touches sensitive data', care: true }] : [],
  ({ facts }) =>
    facts.agentic === 'yes'
      ? [
          {
            about: 'agent',
            words: 'It acts as an agent: in several steps of its own, which nobody is asked about',
            care: true,
          },
        ]
      : [],
  delayOf,
  costOf,
  loadOf,
];

const modelOf = (tool: ToolInput | undefined): CallNotice[] =>
  (tool?.claims.details.modelPreferences?.intelligencePriority ?? 0) >= CAPABLE_MODEL
    ? [{ about: 'model', words: 'It works best with a more capable model', care: false }]
    : [];

/** What people are to be told before they decide: whether it can be undone first, then what asks for care. */
export const callNotices = (decision: Decision, tool: ToolInput | undefined): readonly CallNotice[] => [
  undoOf(decision),
  ...sentences.flatMap((sentence) => sentence(decision)),
  ...modelOf(tool),
];
