import { HINTS, HINT_NAMES } from '@callgate/core';
import type { HintSettings, ToolDetail, ToolList, ToolRef, ToolRow } from '@callgate/operations/api';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from '../../parts/dialog.tsx';
import { Checkbox } from '../../parts/form.tsx';
import { isHint } from '../../parts/hints.tsx';
import { JsonValue, useJsonExpansion } from '../../parts/json-value.tsx';
import { toastThen } from '../../parts/toast.tsx';
import { ToolName, Untrusted } from '../../parts/untrusted.tsx';
import type { ChangeName, ParamsOf } from '../../shell/api.ts';
import { useChange } from '../../shell/use-api.ts';
import { ChangeList } from './drift-panel.tsx';

type CustomHints = ToolList['customHints'];

type ToolChangeName = Extract<ChangeName, `tools.${string}`>;

/** Does one thing to a tool, for a reason that stands in the record. */
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
  /** What is said once it is done, after the name of the tool. */
  done: string;
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
      help="It stands in the record, with your name."
      isPending={isPending}
      error={error}
      onClose={onClose}
      onDo={(reason) =>
        mutate(params({ server, identity, tool, reason }), {
          onSuccess: toastThen(`${server}/${tool}${done}`, onClose),
        })
      }
    />
  );
};

/** What it means to let an agent in, before it is done. */
const AgentWarning = () => (
  <div className="tools-agent">
    <p>
      This tool acts as an agent. It plans, and takes several steps of its own towards what it was asked for:
      one yes to a call is a yes to all of them.
    </p>
    <ul>
      <li>Callgate sees the call and its result, and not what the tool does in between.</li>
      <li>What it reads on its way may change what it does: its labels count before it runs.</li>
      <li>It may take long and cost more than one operation; its progress is shown as a feed.</li>
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
      done=" is disabled"
      title="Disable this tool?"
      action="Disable"
      look="danger"
      onClose={onClose}
    >
      {name}
      <p>
        Agents will neither see it nor be able to call it. Calls of it that wait are withdrawn, and grants
        end.
      </p>
    </ToolDialog>
  ) : (
    <ToolDialog
      name="tools.enable"
      of={row}
      params={(ref) => ({ ...ref, agent: told })}
      done=" is enabled"
      title={isAgent ? 'Enable an agent?' : 'Enable this tool?'}
      action="Enable"
      ready={!isAgent || told}
      onClose={onClose}
    >
      {name}
      <p>Agents will see it and may call it, as far as the policy lets them.</p>
      {isAgent ? (
        <>
          <AgentWarning />
          <Checkbox label="I know that it acts by itself" checked={told} onChange={setTold} />
        </>
      ) : null}
    </ToolDialog>
  );
};

const CHOICES = ['', 'yes', 'no'] as const;

const choiceWords = (name: string, choice: (typeof CHOICES)[number]): string => {
  if (choice === '') return 'say nothing';
  return isHint(name) ? `${choice}: ${HINTS[name].badge[choice]}` : choice;
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
              now {value}, {claimed === 'unknown' ? 'unclaimed' : `claimed ${claimed}`}
            </span>
            {suggested === undefined ? null : (
              <span className="soft tools-suggested">
                suggested {suggested.value} ({Math.round(suggested.confidence * 100)} %):{' '}
                <Untrusted text={suggested.because[0] ?? ''} max={160} />
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
      done=": saved"
      title="Override hints"
      action="Save"
      wide
      ready={Object.keys(set).length > 0}
      onClose={onClose}
    >
      <p>
        What you say here is believed, whatever the server claims. Leave a hint alone to say nothing of it.
      </p>
      <AnswersEditor detail={detail} customHints={customHints} set={set} onChange={setAnswers} />
      {relaxing ? (
        <p className="tools-note tools-note-apart">
          Some of it lowers care: calls may run that were asked about before.
        </p>
      ) : null}
      <Checkbox
        label="What lowers care counts for this definition only"
        checked={bound}
        onChange={setBound}
      />
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

/** Somebody looked at exactly this definition and says what it is. */
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
      done=": reviewed"
      title="Review this definition"
      action="Save the review"
      wide
      ready={Object.keys(set).length > 0 && opened.all}
      onClose={onClose}
    >
      <p>Your word on exactly this definition. It ends when the server changes anything in it.</p>
      {changes.length === 0 ? null : (
        <>
          <h3>What changed since it was pinned</h3>
          <ChangeList changes={changes} />
        </>
      )}
      <h3>The definition</h3>
      <div className="tools-definition" role="group" aria-label="The definition" tabIndex={0}>
        <JsonValue value={definition} opened={opened} />
      </div>
      {opened.all ? null : <p className="soft">Open what is folded before you save.</p>}
      {doubts.length === 0 ? null : (
        <>
          <h3>Look twice</h3>
          <ul className="tools-troubles">
            {doubts.map(({ rule, message }, at) => (
              <li key={at}>
                <Untrusted text={message} max={600} /> <code>{rule}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>What it is</h3>
      <p className="soft">
        Filled in with what is suggested, where that is sure enough, and otherwise with what is believed now.
        A suggestion counts once you save it.
      </p>
      <AnswersEditor detail={detail} customHints={customHints} set={set} onChange={setAnswers} />
    </ToolDialog>
  );
};
