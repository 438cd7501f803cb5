import { HINT_NAMES } from '@callgate/core';
import type { Answers, ToolDetail, ToolList } from '@callgate/operations/api';
import { useState } from 'react';
import { JsonValue } from '../../parts/json-value.tsx';
import { toast } from '../../parts/toast.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { useOpened } from '../../parts/use-opened.ts';
import { useChange } from '../../shell/use-api.ts';
import { AnswersEditor } from './answers-editor.tsx';
import { ChangeList } from './drift.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** What is believed now, as far as anything is. */
const believed = ({ beliefs }: ToolDetail): Answers =>
  Object.fromEntries(
    HINT_NAMES.flatMap((name) => {
      const value = beliefs[name]?.value;
      return value === 'yes' || value === 'no' ? [[name, value] as const] : [];
    }),
  );

const Doubts = ({ doubts }: Pick<ToolDetail, 'doubts'>) =>
  doubts.length === 0 ? null : (
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
  );

/** Somebody looked at exactly this definition and says what it is. */
export const ReviewDialog = ({
  detail,
  customHints,
  onClose,
}: {
  detail: ToolDetail;
  customHints: ToolList['customHints'];
  onClose: () => void;
}) => {
  const { server, identity, tool, review, digest } = detail;
  const [set, setAnswers] = useState<Answers>(
    review !== null && review.definition === digest
      ? review.set
      : { ...believed(detail), ...detail.prefilled },
  );
  const opened = useOpened(detail.definition);
  const change = useChange('tools.review');
  return (
    <ReasonDialog
      title="Review this definition"
      action="Save the review"
      wide
      ready={Object.keys(set).length > 0 && opened.all}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onDo={(reason) =>
        change.mutate(
          { server, identity, tool, definition: digest, set, reason },
          {
            onSuccess: () => {
              toast({ tone: 'good', text: `${server}/${tool}: reviewed` });
              onClose();
            },
          },
        )
      }
    >
      <p>Your word on exactly this definition. It ends when the server changes anything in it.</p>
      {detail.changes.length === 0 ? null : (
        <>
          <h3>What changed since it was pinned</h3>
          <ChangeList detail={detail} />
        </>
      )}
      <h3>The definition</h3>
      <div className="tools-definition" role="group" aria-label="The definition" tabIndex={0}>
        <JsonValue value={detail.definition} opened={opened} />
      </div>
      {opened.all ? null : <p className="tools-soft">Open what is folded before you save.</p>}
      <Doubts doubts={detail.doubts} />
      <h3>What it is</h3>
      <p className="tools-soft">
        Filled in with what is suggested, where that is sure enough, and otherwise with what is believed now.
        A suggestion counts once you save it.
      </p>
      <AnswersEditor detail={detail} customHints={customHints} set={set} onChange={setAnswers} />
    </ReasonDialog>
  );
};
