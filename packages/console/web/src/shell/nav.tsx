import { consoleMessages } from '@callgate/messages/console';
import { formatCount } from '@callgate/messages/text/count';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { Icon } from '../parts/icon.tsx';
import { useHotkeys } from './hotkeys.ts';
import { useRead } from './use-api.ts';

const TEXT = consoleMessages.shell;

/** `key` comes after `g`. */
const PAGES = [
  { path: '/inbox', name: TEXT.pages.inbox, icon: 'inbox', key: 'i' },
  { path: '/tools', name: TEXT.pages.tools, icon: 'tools', key: 't' },
  { path: '/sessions', name: TEXT.pages.sessions, icon: 'sessions', key: 's' },
  { path: '/policy', name: TEXT.pages.policy, icon: 'policy', key: 'p' },
  { path: '/record', name: TEXT.pages.auditLog, icon: 'record', key: 'l' },
] as const;

/** The pages, with how many calls wait; the title of the window has it too. */
export const Nav = () => {
  const [location, go] = useLocation();
  const waiting = useRead('inbox.list', { limit: 1 }).data?.waiting ?? 0;
  const here = PAGES.find(({ path }) => location === path || location.startsWith(`${path}/`));
  useEffect(() => {
    document.title = TEXT.windowTitle({ waiting, page: here?.name ?? TEXT.pages.inbox });
  }, [waiting, here]);
  useHotkeys(
    PAGES.map(({ path, name, key }) => ({
      keys: `g ${key}`,
      does: TEXT.goTo({ page: name }),
      run: () => go(path),
    })),
  );
  return (
    <nav className="shell-nav" aria-label={TEXT.pagesLabel}>
      {PAGES.map(({ path, name, icon }) => (
        <Link
          key={path}
          href={path}
          className={path === here?.path ? 'shell-link shell-link-here' : 'shell-link'}
          aria-current={path === here?.path ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span className="shell-link-name">{name}</span>
          {path !== '/inbox' || waiting === 0 ? null : (
            <span className="shell-count">
              {waiting > 9_999 ? TEXT.manyWaiting : formatCount(waiting)}
              <span className="hidden-words"> {TEXT.waiting}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
};
