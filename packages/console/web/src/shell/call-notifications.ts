import { display } from '@callgate/core';
import { describeAct } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { createSignal } from '../parts/signal.ts';
import { showToast } from '../parts/toast.tsx';
import type { ResultOf } from './api.ts';
import { useHasRole, useMe } from './me.ts';
import { useRead } from './use-api.ts';

type PendingPage = ResultOf<'inbox.list'>;
type PendingCall = PendingPage['items'][number];

const TEXT = consoleMessages.shell.notify;

const SAVED_AS = 'callgate-notify';
const MAX_LISTED = 100;
/** More new calls than these are one notification. */
const MAX_AT_ONCE = 4;
const MAX_NAME = 60;
const MAX_REASON = 200;

const canNotify = (): boolean => 'Notification' in globalThis;

const readSetting = (): boolean =>
  canNotify() && localStorage.getItem(SAVED_AS) === 'on' && Notification.permission === 'granted';

const setting = createSignal(readSetting());

const save = (on: boolean): void => {
  localStorage.setItem(SAVED_AS, on ? 'on' : 'off');
  setting.set(on);
};

/** Whether this browser notifies; undefined where it cannot. */
export const useNotifySetting = (): boolean | undefined => {
  const on = setting.use();
  return canNotify() ? on : undefined;
};

/** Browsers ask for permission only after a click, and this is called on one alone. */
export const toggleNotify = async (): Promise<void> => {
  if (setting.get()) {
    save(false);
    return;
  }
  const isGranted = (await Notification.requestPermission()) === 'granted';
  save(isGranted);
  showToast(isGranted ? { tone: 'good', text: TEXT.isOn } : { tone: 'warning', text: TEXT.blocked });
};

/** What a call does, without any value of it. */
const actText = ({ kind, server, target }: PendingCall): string => {
  const { words } = describeAct({ kind, server, target, arguments: {}, decisive: [], reads: false });
  const shownServer = display(server, { max: MAX_NAME });
  return approvalMessages
    .act<string>({
      words: words === null ? null : display(words.join(' '), { max: MAX_NAME }),
      values: [],
      more: 0,
      tool: `${shownServer}/${display(target, { max: MAX_NAME })}`,
      server: shownServer,
    })
    .join('');
};

interface ShownNotification {
  readonly call: string | null;
  readonly title: string;
  readonly body?: string;
}

/** Tells of calls that begin to wait while a tab is open, once each, and takes back what is decided. */
export const CallNotifications = (): null => {
  const on = setting.use();
  const { caller, selfApproval } = useMe();
  const canVote = useHasRole('approver');
  const [, go] = useLocation();
  const isActive = on && canVote;
  const { data, isPlaceholderData } = useRead('inbox.list', { limit: MAX_LISTED }, { enabled: isActive });
  const known = useRef<ReadonlySet<string>>(undefined);
  const waiting = useRef(0);
  const shown = useRef(new Map<string, Notification>());

  const show = ({ call, title, body }: ShownNotification): void => {
    const key = call ?? '';
    try {
      // the same tag in every tab: the browser shows it once
      const notification = new Notification(title, {
        tag: `callgate ${key}`,
        ...(body === undefined ? {} : { body }),
      });
      notification.addEventListener('click', () => {
        globalThis.focus();
        go(call === null ? '/inbox' : `/inbox/${encodeURIComponent(call)}`);
        notification.close();
      });
      shown.current.set(key, notification);
    } catch {
      // browsers of phones have the name and not the constructor
      save(false);
      showToast({ tone: 'warning', text: TEXT.unsupported });
    }
  };

  const closeAll = (isOver: (call: string) => boolean): void => {
    for (const [call, notification] of shown.current)
      if (isOver(call)) {
        notification.close();
        shown.current.delete(call);
      }
  };

  const follow = useEffectEvent((page: PendingPage): void => {
    const ids = new Set(page.items.map(({ id }) => id));
    const isWhole = page.items.length >= page.waiting;
    const before = known.current;
    const hasMore = page.waiting > waiting.current && !isWhole;
    known.current = isWhole || before === undefined ? ids : new Set([...before, ...ids]);
    waiting.current = page.waiting;
    closeAll((call) => (call === '' ? page.waiting === 0 : !ids.has(call)));
    // what waited before the tab was opened is on the page already
    if (before === undefined) return;
    const fresh = page.items.filter(
      ({ id, principal }) => !before.has(id) && (selfApproval || principal !== caller.subject),
    );
    if (fresh.length > MAX_AT_ONCE || (fresh.length === 0 && hasMore))
      show({ call: null, title: TEXT.more({ count: page.waiting }) });
    else
      for (const row of fresh)
        show({
          call: row.id,
          title: TEXT.title({ act: actText(row) }),
          body: display(row.because, { max: MAX_REASON }),
        });
  });

  useEffect(() => {
    if (data !== undefined && !isPlaceholderData && isActive) follow(data);
  }, [data, isPlaceholderData, isActive]);
  const stop = useEffectEvent(() => {
    closeAll(() => true);
    known.current = undefined;
  });
  useEffect(() => (isActive ? () => stop() : undefined), [isActive]);
  return null;
};
