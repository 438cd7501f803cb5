import { HINTS, HINT_NAMES } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import type { HintSettings, ToolDetail, ToolList, ToolRef, ToolRow } from '@callgate/operations/api';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../../parts/dialog.tsx';
import { Checkbox } from '../../parts/form.tsx';
import { isHint } from '../../parts/hints.tsx';
import { JsonValue, useJsonExpansion } from '../../parts/json-value.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { toastThen } from '../../parts/toast.tsx';
import { ToolName, Untrusted } from '../../parts/untrusted.tsx';
import type { ChangeName, ParamsOf } from '../../shell/api.ts';
import { useChange } from '../../shell/use-api.ts';
import { ChangeList } from './drift-panel.tsx';

const TEXT = consoleMessages.tools.dialogs;
const TERMS = consoleMessages.terms;

type CustomHints = ToolList['customHints'];

type ToolChangeName = Extract<ChangeName, `tools.${string}`>;

/** Does one thing to a tool, for a reason that stands in the audit log. */
export const ToolDialog = <N extends ToolChangeName>({
  name,
  of: { server, identity, tool },
  params,
  done,
  onClose,
  ...rest
}: {
  name: N;
  of: ToolRow | ToolDetail;
  params: (ref: ToolRef & { reason: string }) => ParamsOf<N>;
  /** What is said once it is done. */
  done: (of: { tool: string }) => string;
  title: string;
  action: string;
  look?: 'primary' | 'danger';
  wide?: boolean;
  ready?: boolean;
  onClose: () => void;
  children?: ReactNode;
}) => {
  const { mutate, isPending, error } = useChange(name);
  return (
    <ReasonDialog
      {...rest}
      help={TERMS.reasonHelp}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onDo={(reason) =>
        mutate(params({ server, identity, tool, reason }), {
          onSuccess: toastThen(done({ tool: `${server}/${tool}` }), onClose),
        })
      }
    />
  );
};

/** What it means to let an agent in, before it is done. */
const AgentWarning = () => (
  <div className="tools-agent">
    <p>{TEXT.agent}</p>
    <ul>
      {TEXT.agentPoints.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </div>
);

export const UseDialog = ({ row, onClose }: { row: ToolRow; onClose: () => void }) => {
  const [told, setTold] = useState(false);
  const isAgent = row.agentic === 'yes';
  const name = (
    <p>
      <ToolName server={row.server} tool={row.tool} />
    </p>
  );
  return row.disabled === null ? (
    <ToolDialog
      name="tools.disable"
      of={row}
      params={(ref) => ref}
      done={TEXT.disabled}
      title={TEXT.disableTitle}
      action={TEXT.disable}
      look="danger"
      onClose={onClose}
    >
      {name}
      <p>{TEXT.disableEffect}</p>
    </ToolDialog>
  ) : (
    <ToolDialog
      name="tools.enable"
      of={row}
      params={(ref) => ({ ...ref, agent: told })}
      done={TEXT.enabled}
      title={isAgent ? TEXT.enableAgentTitle : TEXT.enableTitle}
      action={TEXT.enable}
      ready={!isAgent || told}
      onClose={onClose}
    >
      {name}
      <p>{TEXT.enableEffect}</p>
      {isAgent ? (
        <>
          <AgentWarning />
          <Checkbox label={TEXT.agentSeen} checked={told} onChange={setTold} />
        </>
      ) : null}
    </ToolDialog>
  );
};

const CHOICES = ['', 'yes', 'no'] as const;

const choiceWords = (name: string, choice: (typeof CHOICES)[number]): string => {
  if (choice === '') return TEXT.noAnswer;
  return isHint(name)
    ? TEXT.answer({ answer: TERMS.answers[choice], meaning: HINTS[name].badge[choice] })
    : TERMS.answers[choice];
};

const isRelaxing = (name: string, answer: 'yes' | 'no', custom: CustomHints): boolean =>
  (isHint(name) ? HINTS[name].relaxing : custom.find((hint) => hint.name === name)?.relaxing) === answer;

interface AnswersProps {
  readonly detail: ToolDetail;
  readonly customHints: CustomHints;
}

const AnswersEditor = ({
  detail: { beliefs, suggestions },
  customHints,
  set,
  onChange,
}: AnswersProps & { set: HintSettings; onChange: (set: HintSettings) => void }) => (
  <div className="tools-answers">
    {[...HINT_NAMES, ...customHints.map(({ name }) => name)].map((name) => {
      const { value = 'unknown', claimed = 'unknown' } = beliefs[name] ?? {};
      const chosen = set[name];
      const suggested = Object.hasOwn(suggestions, name) ? suggestions[name] : undefined;
      const look = chosen && (isRelaxing(name, chosen, customHints) ? 'tools-relaxing' : 'tools-tightening');
      return (
        <label key={name} className="tools-answer">
          <span className="tools-answer-name">
            <Untrusted text={name} max={60} />
            <span className="soft">
              {' '}
              {TEXT.now({
                value: TERMS.answers[value],
                claim:
                  claimed === 'unknown' ? TEXT.unclaimed : TEXT.claimed({ claim: TERMS.answers[claimed] }),
              })}
            </span>
            {suggested === undefined ? null : (
              <span className="soft tools-suggested">
                <Sentence
                  parts={TEXT.suggested({
                    value: suggested.value,
                    percent: Math.round(suggested.confidence * 100),
                    reason: <Untrusted text={suggested.because[0] ?? ''} max={160} />,
                  })}
                />
              </span>
            )}
          </span>
          <select
            value={chosen ?? ''}
            className={look}
            onChange={({ target }) => {
              const { [name]: _, ...rest } = set;
              const choice = CHOICES.find((each) => each !== '' && each === target.value);
              onChange(choice === undefined || choice === '' ? rest : { ...rest, [name]: choice });
            }}
          >
            {CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {choiceWords(name, choice)}
              </option>
            ))}
          </select>
        </label>
      );
    })}
  </div>
);

/** The operator's word on single hints. */
export const OverrideDialog = ({ detail, customHints, onClose }: AnswersProps & { onClose: () => void }) => {
  const { override, digest } = detail;
  const [set, setAnswers] = useState<HintSettings>(override?.set ?? {});
  const [bound, setBound] = useState(override === null || override.definition !== null);
  const relaxing = Object.entries(set).some(([name, answer]) => isRelaxing(name, answer, customHints));
  return (
    <ToolDialog
      name="tools.override"
      of={detail}
      params={(ref) => ({ ...ref, set, bound: bound ? digest : null })}
      done={TEXT.overrideSaved}
      title={TEXT.overrideTitle}
      action={TEXT.save}
      wide
      ready={Object.keys(set).length > 0}
      onClose={onClose}
    >
      <p>{TEXT.overrideIntro}</p>
      <AnswersEditor detail={detail} customHints={customHints} set={set} onChange={setAnswers} />
      {relaxing ? <p className="tools-note tools-note-apart">{TEXT.relaxing}</p> : null}
      <Checkbox label={TEXT.bound} checked={bound} onChange={setBound} />
    </ToolDialog>
  );
};

/** What is believed now, as far as anything is. */
const toAnswers = ({ beliefs }: ToolDetail): HintSettings =>
  Object.fromEntries(
    HINT_NAMES.flatMap((name) => {
      const value = beliefs[name]?.value;
      return value === 'yes' || value === 'no' ? [[name, value] as const] : [];
    }),
  );

/** A person looked at exactly this definition and says what it is. */
export const ReviewDialog = ({ detail, customHints, onClose }: AnswersProps & { onClose: () => void }) => {
  const { review, digest, definition, doubts, changes } = detail;
  const [set, setAnswers] = useState<HintSettings>(
    review !== null && review.definition === digest
      ? review.set
      : { ...toAnswers(detail), ...detail.prefilled },
  );
  const opened = useJsonExpansion(definition);
  return (
    <ToolDialog
      name="tools.review"
      of={detail}
      params={(ref) => ({ ...ref, definition: digest, set })}
      done={TEXT.reviewed}
      title={TEXT.reviewTitle}
      action={TEXT.saveReview}
      wide
      ready={Object.keys(set).length > 0 && opened.all}
      onClose={onClose}
    >
      <p>{TEXT.reviewIntro}</p>
      {changes.length === 0 ? null : (
        <>
          <h3>{TEXT.changes}</h3>
          <ChangeList changes={changes} />
        </>
      )}
      <h3>{TEXT.definition}</h3>
      <div className="tools-definition" role="group" aria-label={TEXT.definition} tabIndex={0}>
        <JsonValue value={definition} opened={opened} />
      </div>
      {opened.all ? null : <p className="soft">{TEXT.openFolded}</p>}
      {doubts.length === 0 ? null : (
        <>
          <h3>{TEXT.doubts}</h3>
          <ul className="tools-troubles">
            {doubts.map(({ rule, message }, at) => (
              <li key={at}>
                <Untrusted text={message} max={600} /> <code>{rule}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{TEXT.hints}</h3>
      <p className="soft">{TEXT.prefilled}</p>
      <AnswersEditor detail={detail} customHints={customHints} set={set} onChange={setAnswers} />
    </ToolDialog>
  );
};
