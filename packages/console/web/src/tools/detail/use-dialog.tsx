import type { ToolRow } from '@callgate/operations/api';
import { useState } from 'react';
import { Checkbox } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { ToolName } from '../../parts/tool-name.tsx';
import { useChange } from '../../shell/use-api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
  const enable = useChange('tools.enable');
  const disable = useChange('tools.disable');
  const [told, setTold] = useState(false);
  const { server, identity, tool } = row;
  const isOff = row.disabled !== null;
  const isAgent = isOff && row.agentic === 'yes';
  const done = (words: string) => (): void => {
    toast({ tone: 'good', text: `${server}/${tool} is ${words}` });
    onClose();
  };
  return (
    <ReasonDialog
      title={isOff ? (isAgent ? 'Enable an agent?' : 'Enable this tool?') : 'Disable this tool?'}
      action={isOff ? 'Enable' : 'Disable'}
      look={isOff ? 'primary' : 'danger'}
      ready={!isAgent || told}
      isPending={enable.isPending || disable.isPending}
      error={enable.error ?? disable.error}
      onClose={onClose}
      onDo={(reason) => {
        const ref = { server, identity, tool, reason };
        if (isOff) enable.mutate({ ...ref, agent: told }, { onSuccess: done('enabled') });
        else disable.mutate(ref, { onSuccess: done('disabled') });
      }}
    >
      <p>
        <ToolName server={server} tool={tool} />
      </p>
      {isOff ? (
        <p>Agents will see it and may call it, as far as the policy lets them.</p>
      ) : (
        <p>
          Agents will neither see it nor be able to call it. Calls of it that wait are withdrawn, and grants
          end.
        </p>
      )}
      {isAgent ? (
        <>
          <AgentWarning />
          <Checkbox label="I know that it acts by itself" checked={told} onChange={setTold} />
        </>
      ) : null}
    </ReasonDialog>
  );
};
