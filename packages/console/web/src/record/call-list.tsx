import { consoleMessages } from '@callgate/messages/console';
import type { AuditCall, AuditFilter } from '@callgate/operations/api';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Badge, CallStateBadge, OutcomeBadge } from '../parts/badge.tsx';
import { Button } from '../parts/form.tsx';
import { EmptyState, Problem, Loading } from '../parts/page.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { readApi } from '../shell/api.ts';
import { useEvents } from '../shell/events.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { usePages } from '../shell/use-api.ts';

const TEXT = consoleMessages.auditLog.list;
const KEYS = consoleMessages.auditLog.keys;

const AT_ONCE = 100;
/** A busy gateway makes the list a little late, and never busy. */
const EVERY_MS = 2_000;

const useNewCalls = (heard: () => void): void => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents((event) => {
    if (event.type !== 'changed' || event.what !== 'calls' || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, EVERY_MS);
  });
};

const useCalls = (filter: AuditFilter) => {
  // newer ones have come that are not shown, because the list has been read on
  const [newer, setNewer] = useState(false);
  const {
    items: calls,
    query,
    readOn,
  } = usePages(['calls-of-the-record', filter], (from, signal) =>
    readApi('record.search', { filter, limit: AT_ONCE, ...from }, signal),
  );
  useNewCalls(() => {
    if (calls.length > AT_ONCE) setNewer(true);
    else void query.refetch();
  });
  // a page may be given out empty where much had to be looked through
  useEffect(() => {
    if (calls.length < AT_ONCE / 2) readOn();
  }, [calls.length, readOn]);
  const showNewer = (): void => {
    setNewer(false);
    void query.refetch();
  };
  return { calls, query, readOn, newer, showNewer };
};

const CallLine = ({ call, href, current }: { call: AuditCall; href: string; current: boolean }) => {
  const why = call.fault ?? (call.grant === null ? call.rule : TEXT.grant({ grant: call.grant }));
  return (
    <Link
      href={href}
      className={current ? 'record-line record-line-current' : 'record-line'}
      aria-current={current ? 'true' : undefined}
      data-call={call.id}
    >
      <span className="record-when">
        <Time at={call.receivedAt} />
      </span>
      <span className="record-what">
        <ToolName server={call.server} tool={call.target} />
        {call.ai ? <Badge tone="ai" icon="ai" quiet words={TEXT.ai} /> : null}
      </span>
      <span className="record-badges">
        <OutcomeBadge outcome={call.outcome} enforced={call.enforced} />
        <CallStateBadge state={call.state} />
      </span>
      <span className="record-who">
        <Untrusted text={call.principal} max={60} />
      </span>
      <span className="record-why">{why === null ? null : <Untrusted text={why} max={60} />}</span>
      <span className="record-took">
        {call.endedAt === null ? '' : formatDuration(call.endedAt - call.receivedAt)}
      </span>
    </Link>
  );
};

export const CallList = ({
  filter,
  current,
  addressOf,
}: {
  filter: AuditFilter;
  current: string | undefined;
  addressOf: (call: string | undefined) => string;
}) => {
  const { calls, query, readOn, newer, showNewer } = useCalls(filter);
  const { error, hasNextPage: more } = query;
  const waiting = query.isPending || query.isPlaceholderData;
  const narrowed = Object.keys(filter).length > 0;
  const [, navigate] = useLocation();
  const at = current === undefined ? -1 : calls.findIndex(({ id }) => id === current);
  const move = (by: number): void => {
    const next = calls[Math.min(calls.length - 1, Math.max(0, at + by))];
    if (next !== undefined) navigate(addressOf(next.id));
  };
  useHotkeys([
    { keys: 'j', does: KEYS.next, run: () => move(1) },
    { keys: 'k', does: KEYS.previous, run: () => move(-1) },
    { keys: 'Escape', does: KEYS.close, run: () => navigate(addressOf(undefined)) },
  ]);
  const count = { count: calls.length };
  const found = narrowed ? TEXT.matching(count) : TEXT.count(count);
  return (
    <div className="record-list">
      <p className="record-found" role="status">
        {waiting ? TEXT.searching : more ? TEXT.soFar(count) : found}
        {newer ? (
          <Button look="quiet" onClick={showNewer}>
            {TEXT.newer}
          </Button>
        ) : null}
      </p>
      <Problem error={error} />
      <div className="record-columns" aria-hidden="true">
        {TEXT.head.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {calls.length > 0 ? (
        <VirtualList
          items={calls}
          {...(more ? { total: -1 } : {})}
          keyOf={(call) => call.id}
          render={(call) => <CallLine call={call} href={addressOf(call.id)} current={call.id === current} />}
          estimate={44}
          label={TEXT.label}
          className={waiting ? 'record-virtual record-stale' : 'record-virtual'}
          current={at < 0 ? undefined : at}
          onNearEnd={readOn}
        />
      ) : waiting || more ? (
        <Loading lines={8} />
      ) : error !== null ? null : narrowed ? (
        <EmptyState title={TEXT.noMatch} text={TEXT.noMatchText} />
      ) : (
        <EmptyState title={TEXT.empty} text={TEXT.emptyText} />
      )}
    </div>
  );
};
