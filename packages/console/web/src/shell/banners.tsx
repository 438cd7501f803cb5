import { useState } from 'react';
import { Link } from 'wouter';
import { Icon } from '../parts/icon.tsx';
import { useMe } from './me.ts';

const NOTED_AS = 'callgate-host-tools-noted';

export const Banners = () => {
  const { observing, hostToolsUnseen } = useMe();
  const [noted, setNoted] = useState(() => sessionStorage.getItem(NOTED_AS) === 'yes');
  return (
    <>
      {observing ? (
        <div className="shell-banner shell-banner-loud" role="alert">
          <Icon name="eye" />
          <p>
            <strong>Only observing.</strong> Nothing is held and nothing is blocked: every call runs, and what
            would have been decided is only written down. <Link href="/policy">Policy</Link>
          </p>
        </div>
      ) : null}
      {hostToolsUnseen && !noted ? (
        <div className="shell-banner">
          <Icon name="info" />
          <p>
            Tools that hosts run by themselves (a shell, web fetch) are unseen: what they touch raises no
            label.
          </p>
          <button
            type="button"
            className="shell-switch"
            onClick={() => {
              sessionStorage.setItem(NOTED_AS, 'yes');
              setNoted(true);
            }}
          >
            <Icon name="cross" />
            <span className="hidden-words">Dismiss</span>
          </button>
        </div>
      ) : null}
    </>
  );
};
