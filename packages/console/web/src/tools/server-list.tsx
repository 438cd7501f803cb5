import { HINTS, HINT_NAMES } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import type { ServerRow } from '@callgate/operations/api';
import { serverKey } from '@callgate/operations/tool-filter';
import { type Tone, Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { serverStateText } from './tool-status-badges.tsx';

const TEXT = consoleMessages.tools.servers;

/** The four that the specification itself has: what every server could claim. */
const BASIC = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

const share = ({ claimed, tools }: ServerRow, hints: readonly string[]): number => {
  if (tools === 0) return 0;
  const said = hints.reduce((sum, hint) => sum + (claimed[hint] ?? 0), 0);
  return Math.round((100 * said) / (tools * hints.length));
};

const Coverage = ({ server }: { server: ServerRow }) => {
  const basic = share(server, BASIC);
  return (
    <div className="tools-coverage">
      <div className="tools-bar" aria-hidden="true">
        <div style={{ width: `${basic}%` }} />
      </div>
      <span>
        {TEXT.coverage({
          basic,
          all: share(server, HINT_NAMES),
          described: server.described,
          tools: server.tools,
        })}
      </span>
    </div>
  );
};

const ByHint = ({ server }: { server: ServerRow }) => (
  <ul className="tools-by-hint">
    {HINT_NAMES.filter((hint) => (server.claimed[hint] ?? 0) > 0).map((hint) => (
      <li key={hint} title={HINTS[hint].description}>
        {hint} <strong>{server.claimed[hint]}</strong>
      </li>
    ))}
    {Object.keys(server.claimed).length === 0 ? <li>{TEXT.noClaims}</li> : null}
  </ul>
);

type ServerHealth = NonNullable<ServerRow['health']>;

const TONES: Readonly<Record<ServerHealth['state'], Tone>> = {
  ready: 'good',
  starting: 'neutral',
  unavailable: 'danger',
  'sign-in': 'warning',
  'crash-loop': 'danger',
};

const isReady = ({ health }: ServerRow): boolean => health === null || health.state === 'ready';

/** What it did last, and what to do where it fails. */
const Health = ({
  server: { health, usage, tools, reviewed, described, changed },
}: {
  server: ServerRow;
}) => (
  <ul className="tools-health">
    {health?.help == null ? null : (
      <li className="tools-fix">
        <Icon name="info" />
        <span>
          <Sentence
            parts={TEXT.fix({ help: <Untrusted className="prose" text={health.help} max={600} /> })}
          />
        </span>
      </li>
    )}
    <li>{TEXT.review({ tools, reviewed, unreviewed: tools - described, changed })}</li>
    {usage === null ? null : (
      <li>
        {TEXT.calls({ count: usage.calls })}
        {usage.lastCallAt === null ? null : (
          <Sentence parts={TEXT.lastCall({ time: <Time at={usage.lastCallAt} /> })} />
        )}
      </li>
    )}
    {health === null || health.restarts === 0 ? null : <li>{TEXT.restarts({ count: health.restarts })}</li>}
    {health?.state === 'ready' && health.lastError !== null ? (
      <li>
        <Sentence
          parts={TEXT.lastError({
            time: <Time key="time" at={health.lastError.at} />,
            message: <Untrusted key="message" className="prose" text={health.lastError.message} max={300} />,
          })}
        />
      </li>
    ) : null}
  </ul>
);

const ServerItem = ({
  server,
  isChosen,
  onChoose,
}: {
  server: ServerRow;
  isChosen: boolean;
  onChoose: () => void;
}) => (
  <li className="tools-server">
    <div className="tools-server-head">
      <button type="button" className="tools-server-name" aria-pressed={isChosen} onClick={onChoose}>
        <Untrusted text={server.server} max={80} />
      </button>
      {server.health === null ? null : (
        <Badge
          tone={TONES[server.health.state]}
          icon={server.health.state === 'ready' ? 'check' : 'warning'}
          words={TEXT.states[server.health.state]}
        />
      )}
      <Badge
        tone={server.trust === 'untrusted' ? 'neutral' : 'good'}
        quiet
        words={consoleMessages.terms.trust[server.trust]}
      />
      {server.status === null || isReady(server) ? null : (
        <Untrusted className="tools-status" text={server.status} max={600} />
      )}
      {server.state === 'served' ? null : (
        <Badge tone="warning" quiet icon="unplug" words={serverStateText(server.state)} />
      )}
      {server.reach === null ? null : <Untrusted className="tools-reach" text={server.reach} max={80} />}
    </div>
    <Health server={server} />
    {server.tools === 0 ? null : <Coverage server={server} />}
    <details>
      <summary>
        {TEXT.claims}
        {server.problems.length === 0 ? null : (
          <Badge tone="warning" icon="warning" words={TEXT.problems({ count: server.problems.length })} />
        )}
      </summary>
      <ByHint server={server} />
      <ul className="tools-problems">
        {server.problems.slice(0, 50).map(({ what, code, message }) => (
          <li key={`${what} ${code} ${message}`}>
            <code>{code}</code> <Untrusted text={what} max={120} />: <Untrusted text={message} max={600} />
          </li>
        ))}
        {server.problems.length > 50 ? <li>{TEXT.more({ count: server.problems.length - 50 })}</li> : null}
      </ul>
    </details>
  </li>
);

export const ServerList = ({
  servers,
  chosen,
  onChoose,
}: {
  servers: readonly ServerRow[];
  chosen: string;
  onChoose: (key: string) => void;
}) => {
  if (servers.length === 0) return null;
  const failing = servers.filter((server) => !isReady(server)).length;
  const problems = servers.reduce((sum, server) => sum + server.problems.length, 0);
  return (
    <details className="tools-servers" open={failing > 0}>
      <summary>
        <Icon name="plug" />
        {TEXT.count({ count: servers.length })}
        {failing === 0 ? null : (
          <Badge tone="danger" icon="warning" words={TEXT.notReady({ count: failing })} />
        )}
        {problems === 0 ? null : (
          <Badge tone="warning" icon="warning" words={TEXT.problems({ count: problems })} />
        )}
      </summary>
      <ul>
        {[...servers.filter((server) => !isReady(server)), ...servers.filter(isReady)].map((server) => (
          <ServerItem
            key={serverKey(server)}
            server={server}
            isChosen={chosen === serverKey(server)}
            onChoose={() => onChoose(serverKey(server))}
          />
        ))}
      </ul>
    </details>
  );
};
