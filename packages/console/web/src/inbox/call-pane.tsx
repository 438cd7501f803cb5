import { consoleMessages } from '@callgate/messages/console';
import { useState } from 'react';
import { Button } from '../parts/form.tsx';
import { useRead } from '../shell/use-api.ts';
import { CallCard } from './call-card.tsx';
import { TogetherCard } from './together-card.tsx';

const TEXT = consoleMessages.inbox.together;

/** One call, or all calls that are one question with it. */
export const CallPane = ({
  call,
  onDone,
  onCall,
  onAlike,
}: {
  call: string;
  onDone: () => void;
  onCall: (call: string) => void;
  onAlike: (key: string) => void;
}) => {
  const { data: calls = [], isPlaceholderData } = useRead('inbox.together', { call });
  const [opened, setOpened] = useState<string>();
  const isGroup = calls.some(({ question }) => question.call === call);
  if (!isGroup || (isPlaceholderData && opened !== undefined))
    return <CallCard call={call} onDone={onDone} onAlike={onAlike} />;
  const count = calls.length;
  return opened === call ? (
    <div className="inbox-opened">
      <Button look="quiet" onClick={() => setOpened(undefined)}>
        {TEXT.back({ count })}
      </Button>
      <CallCard call={call} onDone={onDone} onAlike={onAlike} />
    </div>
  ) : (
    <div className="inbox-pane">
      <TogetherCard
        calls={calls}
        onOpen={(next) => {
          setOpened(next);
          onCall(next);
        }}
        onDone={([next]) => {
          if (next === undefined) onDone();
          else onCall(next);
        }}
      />
    </div>
  );
};
