import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Checkbox } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { PathName } from './path-name.tsx';
import type { Question } from './types.ts';

/** The second step of a yes on strong terms. */
export const StrongDialog = ({
  question: asked,
  busy,
  onApprove,
  onClose,
}: {
  question: Question;
  busy: boolean;
  onApprove: () => void;
  onClose: () => void;
}) => {
  const [sure, setSure] = useState(false);
  const { question, told, values, because, missing } = asked;
  const unproven = values.filter(({ proven }) => !proven);
  return (
    <Dialog
      title={
        <>
          Approve <ToolName server={question.server} tool={question.target} />?
        </>
      }
      onClose={onClose}
    >
      <p>
        <Untrusted className="prose" text={because} />
      </p>
      <ul className="inbox-told">
        {told
          .filter(({ care }) => care)
          .map(({ words }) => (
            <li key={words} className="inbox-told-care">
              <Icon name="warning" /> <span>{words}</span>
            </li>
          ))}
        {unproven.map(({ path, text, words }) => (
          <li key={JSON.stringify([path, text])} className="inbox-told-care">
            <Icon name="globe" />
            <span>
              <PathName path={path} />
              {text === null ? null : (
                <>
                  {' '}
                  “<Untrusted text={text} max={120} />”
                </>
              )}
              : <Untrusted className="prose" text={words} />
            </span>
          </li>
        ))}
      </ul>
      {missing.length === 0 ? null : (
        <p className="inbox-soft">
          Your yes is one of those it needs: <Untrusted className="prose" text={missing.join('; ')} />.
        </p>
      )}
      <Checkbox
        label="I read every argument, and this is meant to happen"
        checked={sure}
        onChange={setSure}
      />
      <DialogActions>
        <Button onClick={onClose}>Look again</Button>
        <Button look="approve" disabled={!sure || busy} onClick={onApprove}>
          Approve once
        </Button>
      </DialogActions>
    </Dialog>
  );
};
