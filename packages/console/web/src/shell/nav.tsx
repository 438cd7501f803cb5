import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { formatInteger } from '../parts/format-count.ts';
import { Icon } from '../parts/icon.tsx';
import { useHotkeys } from './hotkeys.ts';
import { useRead } from './use-api.ts';

/** `key` comes after `g`. */
const PAGES = [
  { path: '/inbox', name: 'Inbox', icon: 'inbox', key: 'i' },
  { path: '/tools', name: 'Tools', icon: 'tools', key: 't' },
  { path: '/sessions', name: 'Sessions', icon: 'sessions', key: 's' },
  { path: '/record', name: 'Record', icon: 'record', key: 'r' },
  { path: '/policy', name: 'Policy', icon: 'policy', key: 'p' },
] as const;

/** The pages, with how many calls wait; the title of the window has it too. */
export const Nav = () => {
  const [location, go] = useLocation();
  const waiting = useRead('inbox.list', { limit: 1 }).data?.waiting ?? 0;
  const here = PAGES.find(({ path }) => location === path || location.startsWith(`${path}/`));
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${here?.name ?? 'Inbox'} · Callgate`;
  }, [waiting, here]);
  useHotkeys(
    PAGES.map(({ path, name, key }) => ({ keys: `g ${key}`, does: `Go to ${name}`, run: () => go(path) })),
  );
  return (
    <nav className="shell-nav" aria-label="Pages">
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
              {waiting > 9_999 ? '9,999+' : formatInteger(waiting)}
              <span className="hidden-words"> waiting</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
};
