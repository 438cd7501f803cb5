import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { connection } from './events.ts';
import { useMe } from './me.ts';
import { useTheme } from './theme.ts';
import { useChange } from './use-api.ts';

/** Whether what is on the page is what is so. Before the first word nothing is said. */
const Connection = () => {
  const connected = connection.use();
  return (
    <p className={connected === false ? 'shell-connection shell-off' : 'shell-connection'} role="status">
      <Icon name={connected === false ? 'unplug' : 'plug'} />
      <span className="shell-words">
        {connected === null ? 'Connecting' : connected ? 'Live' : 'Not connected; trying again'}
      </span>
    </p>
  );
};

/** Who is signed in, and what concerns the page as a whole. */
export const Account = ({ onHelp }: { onHelp: () => void }) => {
  const { caller, selfApproval } = useMe();
  const leave = useChange('me.leave');
  const [theme, nextTheme] = useTheme();
  return (
    <div className="shell-account">
      <Connection />
      <p
        className="shell-who"
        title={selfApproval ? 'Requesters may approve their own calls here' : undefined}
      >
        <Icon name="person" />
        <span className="shell-words">
          <Untrusted text={caller.subject} max={60} />
          <span className="shell-role">{caller.role}</span>
        </span>
      </p>
      <div className="shell-switches">
        <button type="button" className="shell-switch" onClick={onHelp} title="Keys (?)">
          <Icon name="keyboard" />
          <span className="hidden-words">Keyboard help</span>
        </button>
        <button type="button" className="shell-switch" onClick={nextTheme} title={`Colours: ${theme}`}>
          <Icon name="theme" />
          <span className="hidden-words">Colours: {theme}</span>
          <span className="shell-theme" aria-hidden="true">
            {theme}
          </span>
        </button>
        <button
          type="button"
          className="shell-switch"
          title="Sign out"
          onClick={() => leave.mutate({}, { onSuccess: () => globalThis.location.assign('/') })}
        >
          <Icon name="leave" />
          <span className="hidden-words">Sign out</span>
        </button>
      </div>
    </div>
  );
};
