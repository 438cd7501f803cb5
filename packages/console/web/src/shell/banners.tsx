import { consoleMessages } from '@callgate/messages/console';
import { useState } from 'react';
import { Link } from 'wouter';
import { Icon } from '../parts/icon.tsx';
import { useMe } from './me.ts';

const TEXT = consoleMessages.shell;

const NOTED_AS = 'callgate-host-tools-noted';

export const Banners = () => {
  const { observing, storeProblem, hostToolsUnseen } = useMe();
  const [noted, setNoted] = useState(() => sessionStorage.getItem(NOTED_AS) === 'yes');
  return (
    <>
      {storeProblem === null ? null : (
        <div className="shell-banner shell-banner-loud" role="alert">
          <Icon name="warning" />
          <p>
            <strong>{TEXT.storeProblem.title}</strong> {TEXT.storeProblem.text({ code: storeProblem })}
          </p>
        </div>
      )}
      {observing ? (
        <div className="shell-banner shell-banner-loud" role="alert">
          <Icon name="eye" />
          <p>
            <strong>{TEXT.observing.title}</strong> {TEXT.observing.text}{' '}
            <Link href="/policy">{TEXT.pages.policy}</Link>
          </p>
        </div>
      ) : null}
      {hostToolsUnseen && !noted ? (
        <div className="shell-banner">
          <Icon name="info" />
          <p>{TEXT.hostToolsUnseen}</p>
          <button
            type="button"
            className="shell-switch"
            onClick={() => {
              sessionStorage.setItem(NOTED_AS, 'yes');
              setNoted(true);
            }}
          >
            <Icon name="cross" />
            <span className="hidden-words">{consoleMessages.terms.dismiss}</span>
          </button>
        </div>
      ) : null}
    </>
  );
};
