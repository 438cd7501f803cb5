import type { ReactElement } from 'react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ApprovalCard, ApprovalsList, useApprovals, useChatApprovals } from '@callgate/react';

const wanted = new URLSearchParams(location.search);
const pollMs = Number(wanted.get('poll') ?? '5000');
const chatInput = wanted.get('chat');

const List = (): ReactElement => {
  const approvals = useApprovals({ url: '/callgate', pollMs });
  return <ApprovalsList approvals={approvals} />;
};

/** As `useChat` would hold it: one part that waits until it is answered. */
const Chat = ({ input }: { readonly input: string }): ReactElement => {
  const approvals = useApprovals({ url: '/callgate', pollMs });
  const [answer, setAnswer] = useState<string>('');
  const [messages] = useState([
    {
      parts: [
        { type: 'text', text: 'I delete it.' },
        {
          type: 'tool-delete_note',
          toolCallId: 'call-1',
          state: 'approval-requested',
          input: JSON.parse(input) as unknown,
          approval: { id: 'approval-1' },
        },
      ],
    },
  ]);
  const waiting = useChatApprovals(
    { messages, addToolApprovalResponse: (response) => setAnswer((said) => said + JSON.stringify(response)) },
    approvals,
  );
  return (
    <>
      {waiting.map(({ approvalId, call }) =>
        call === null ? null : <ApprovalCard key={approvalId} call={call} approvals={approvals} />,
      )}
      <output>{answer}</output>
    </>
  );
};

const root = document.getElementById('root');
if (root === null) throw new Error('the page has a root');
createRoot(root).render(
  <StrictMode>
    <h1>A host</h1>
    {chatInput === null ? <List /> : <Chat input={chatInput} />}
  </StrictMode>,
);
