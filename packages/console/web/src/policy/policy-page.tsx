import { consoleMessages } from '@callgate/messages/console';
import type { LayerText } from '@callgate/operations/api';
import { useEffect, useState } from 'react';
import { Page, Problem, Loading } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useHasRole } from '../shell/me.ts';
import { useRead } from '../shell/use-api.ts';
import { CandidatePanel } from './candidate-panel.tsx';
import { ActivePolicyView } from './active-policy-view.tsx';
import { RolloutPanel } from './rollout-panel.tsx';
import { TryPanel } from './try-panel.tsx';
import './policy.css';

const TEXT = consoleMessages.policy;
const TITLE = consoleMessages.shell.pages.policy;

const chosenTab = <I extends string>(ids: readonly I[]): I | undefined =>
  ids.find((id) => `#${id}` === globalThis.location.hash);

/** Which tab is open; it stands in the address, so that a page read again shows the same. */
const useTab = <I extends string>(ids: readonly I[]): readonly [I, (id: I) => void] => {
  const [first] = ids;
  if (first === undefined) throw new Error('there are no tabs');
  const [tab, setTab] = useState<I>(() => chosenTab(ids) ?? first);
  useEffect(() => {
    const look = (): void => setTab(chosenTab(ids) ?? first);
    globalThis.addEventListener('hashchange', look);
    return () => globalThis.removeEventListener('hashchange', look);
  }, [ids, first]);
  return [
    tab,
    (id) => {
      globalThis.history.replaceState(globalThis.history.state, '', `#${id}`);
      setTab(id);
    },
  ];
};

const TABS = [
  { id: 'force', name: TEXT.tabs.force },
  { id: 'try', name: TEXT.tabs.try },
  { id: 'other', name: TEXT.tabs.other },
  { id: 'rollout', name: TEXT.tabs.rollout },
] as const;

const IDS = TABS.map(({ id }) => id);

export const PolicyPage = () => {
  const [chosen, setTab] = useTab(IDS);
  const isOperator = useHasRole('operator');
  // an address may name what others may not see
  const tab = chosen === 'rollout' && !isOperator ? 'force' : chosen;
  const [draft, setDraft] = useState<readonly LayerText[] | null>(null);
  const { data, error } = useRead('policy.effective', {});
  if (data === undefined && error !== null)
    return (
      <Page title={TITLE}>
        <Problem error={error} />
      </Page>
    );
  return (
    <Page title={TITLE}>
      <Tabs
        label={TEXT.tabsLabel}
        tabs={isOperator ? TABS : TABS.filter(({ id }) => id !== 'rollout')}
        value={tab}
        onChange={setTab}
      >
        <div className="policy-panel">
          {data === undefined ? (
            <Loading lines={8} />
          ) : tab === 'force' ? (
            <ActivePolicyView
              policy={data}
              onChange={(layers) => {
                setDraft(layers);
                setTab('other');
              }}
            />
          ) : tab === 'try' ? (
            <TryPanel draft={draft} />
          ) : tab === 'rollout' ? (
            <RolloutPanel
              layers={data.layers}
              onCopy={(layers) => {
                setDraft(layers);
                setTab('other');
              }}
            />
          ) : (
            <CandidatePanel policy={data} draft={draft} onDraft={setDraft} />
          )}
        </div>
      </Tabs>
    </Page>
  );
};
