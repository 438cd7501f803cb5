import { consoleMessages } from '@callgate/messages/console';
import { useCallback, useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { toggleNotify, useNotifySetting } from './call-notifications.ts';
import { connection } from './events.ts';
import { activeHotkeys, setHotkeysEnabled, useHotkeysEnabled } from './hotkeys.ts';
import { useHasRole, useMe } from './me.ts';
import { useChange } from './use-api.ts';

const TEXT = consoleMessages.shell;

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEPT_AS = 'callgate-theme';

const savedTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEPT_AS)) ?? 'auto';

const apply = (theme: Theme): void => {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
};

export const applySavedTheme = (): void => apply(savedTheme());

const useTheme = (): readonly [Theme, next: () => void] => {
  const [theme, setTheme] = useState(savedTheme);
  const next = useCallback(() => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    localStorage.setItem(KEPT_AS, following);
    apply(following);
    setTheme(following);
  }, [theme]);
  return [theme, next];
};

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const enabled = useHotkeysEnabled();
  return (
    <Dialog title={TEXT.keysTitle} onClose={onClose}>
      <dl className="shell-keys">
        {activeHotkeys().map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={TEXT.keysEnabled} checked={enabled} onChange={setHotkeysEnabled} />
      <DialogActions>
        <Button onClick={onClose}>{consoleMessages.terms.close}</Button>
      </DialogActions>
    </Dialog>
  );
};

/** Whether what is on the page is what is so. Before the first word nothing is said. */
const Connection = () => {
  const connected = connection.use();
  return (
    <p className={connected === false ? 'shell-connection shell-off' : 'shell-connection'} role="status">
      <Icon name={connected === false ? 'unplug' : 'plug'} />
      <span className="shell-words">
        {connected === null ? TEXT.connecting : connected ? TEXT.live : TEXT.disconnected}
      </span>
    </p>
  );
};

/** Only people who decide are notified. */
const NotifySwitch = () => {
  const on = useNotifySetting();
  const canVote = useHasRole('approver');
  if (on === undefined || !canVote) return null;
  const text = on ? TEXT.notify.on : TEXT.notify.off;
  return (
    <button
      type="button"
      className={on ? 'shell-switch shell-switch-on' : 'shell-switch'}
      title={text}
      onClick={() => void toggleNotify()}
    >
      <Icon name={on ? 'bell' : 'bellOff'} />
      <span className="hidden-words">{text}</span>
    </button>
  );
};

export const Account = ({ onHelp }: { onHelp: () => void }) => {
  const { caller, selfApproval } = useMe();
  const leave = useChange('me.leave');
  const [theme, nextTheme] = useTheme();
  return (
    <div className="shell-account">
      <Connection />
      <p className="shell-who" title={selfApproval ? TEXT.selfApproval : undefined}>
        <Icon name="person" />
        <span className="shell-words">
          <Untrusted text={caller.subject} max={60} />
          <span className="shell-role">{TEXT.roles[caller.role]}</span>
        </span>
      </p>
      <div className="shell-switches">
        <NotifySwitch />
        <button type="button" className="shell-switch" onClick={onHelp} title={TEXT.keysButton}>
          <Icon name="keyboard" />
          <span className="hidden-words">{TEXT.keysTitle}</span>
        </button>
        <button
          type="button"
          className="shell-switch"
          onClick={nextTheme}
          title={TEXT.theme({ theme: TEXT.themes[theme] })}
        >
          <Icon name="theme" />
          <span className="hidden-words">{TEXT.theme({ theme: TEXT.themes[theme] })}</span>
          <span className="shell-theme" aria-hidden="true">
            {TEXT.themes[theme]}
          </span>
        </button>
        <button
          type="button"
          className="shell-switch"
          title={TEXT.signOut}
          onClick={() => leave.mutate({}, { onSuccess: () => globalThis.location.assign('/') })}
        >
          <Icon name="leave" />
          <span className="hidden-words">{TEXT.signOut}</span>
        </button>
      </div>
    </div>
  );
};
