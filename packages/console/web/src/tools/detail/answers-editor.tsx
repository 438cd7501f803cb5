import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Answers, ToolDetail, ToolList } from '@callgate/operations/api';
import { Untrusted } from '../../parts/untrusted.tsx';

type CustomHints = ToolList['customHints'];

const CHOICES = ['', 'yes', 'no'] as const;

const isHint = (name: string): name is HintName => HINT_NAMES.some((known) => known === name);

const wordOf = (name: string, choice: (typeof CHOICES)[number]): string => {
  if (choice === '') return 'say nothing';
  return isHint(name) ? `${choice}: ${HINTS[name].badge[choice]}` : choice;
};

export const relaxes = (name: string, answer: 'yes' | 'no', custom: CustomHints): boolean =>
  (isHint(name) ? HINTS[name].relaxing : custom.find((hint) => hint.name === name)?.relaxing) === answer;

/** Yes, no or nothing for every hint. */
export const AnswersEditor = ({
  detail,
  customHints,
  set,
  onChange,
}: {
  detail: ToolDetail;
  customHints: CustomHints;
  set: Answers;
  onChange: (set: Answers) => void;
}) => {
  const choose = (name: string, choice: (typeof CHOICES)[number]): void => {
    const { [name]: _, ...rest } = set;
    onChange(choice === '' ? rest : { ...rest, [name]: choice });
  };
  return (
    <div className="tools-answers">
      {[...HINT_NAMES, ...customHints.map(({ name }) => name)].map((name) => {
        const belief = detail.beliefs[name];
        const chosen = set[name];
        const suggested = Object.hasOwn(detail.suggestions, name) ? detail.suggestions[name] : undefined;
        return (
          <label key={name} className="tools-answer">
            <span className="tools-answer-name">
              <Untrusted text={name} max={60} />
              <span className="tools-soft">
                {' '}
                now {belief?.value ?? 'unknown'},{' '}
                {belief === undefined || belief.claimed === 'unknown'
                  ? 'unclaimed'
                  : `claimed ${belief.claimed}`}
              </span>
              {suggested === undefined ? null : (
                <span className="tools-soft tools-suggested">
                  suggested {suggested.value} ({Math.round(suggested.confidence * 100)} %):{' '}
                  <Untrusted text={suggested.because[0] ?? ''} max={160} />
                </span>
              )}
            </span>
            <select
              value={chosen ?? ''}
              className={
                chosen === undefined
                  ? ''
                  : relaxes(name, chosen, customHints)
                    ? 'tools-relaxing'
                    : 'tools-tightening'
              }
              onChange={({ target }) => {
                const choice = CHOICES.find((each) => each === target.value);
                if (choice !== undefined) choose(name, choice);
              }}
            >
              {CHOICES.map((choice) => (
                <option key={choice} value={choice}>
                  {wordOf(name, choice)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </div>
  );
};
