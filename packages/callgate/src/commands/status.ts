import { display } from '@callgate/core';
import type { Alert } from '@callgate/gate/store';
import { describeReplication } from '@callgate/gate/store';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import { serverStatusText } from '@callgate/gateway';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { optionMessages } from '@callgate/messages/cli/options';
import type { GateStatus } from '@callgate/operations/socket';
import { findLiveGates } from '@callgate/operations/socket';
import type { RunningConsole } from '../console/running-consoles.ts';
import { listRunningConsoles } from '../console/running-consoles.ts';
import { callJson, indeterminateCallText } from '../inbox/call-text.ts';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { momentText } from '../show/time-text.ts';
import { homePaths } from '../home/home-paths.ts';
import { flagOption } from '../options/option.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, dim, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { status: texts } = everydayMessages;

const WEEK = 7 * 86_400_000;
const SHOWN = 10;

const judgingText = ({ policy }: GateStatus): string =>
  policy === null
    ? texts.noPolicy
    : texts.policy({ name: display(policy.name, { max: 80 }), observes: policy.mode === 'observe' });

/** One line a process and policy: the background gateway has a gate for each client. */
const processLines = (processes: readonly GateStatus[]): readonly string[] => {
  const groups = Map.groupBy(processes, (each) => `${each.pid} ${judgingText(each)}`);
  return [...groups.values()].flatMap((gates) => {
    const [first] = gates.toSorted((a, b) => a.startedAt - b.startedAt);
    if (first === undefined) return [];
    const instance =
      gates.length === 1 ? display(first.instance, { max: 80 }) : texts.clients({ count: gates.length });
    const { pid } = first;
    const shadows = gates.flatMap(({ shadow }) =>
      shadow === undefined
        ? []
        : [
            `    ${texts.shadow({ name: display(shadow.policy.name, { max: 80 }), calls: shadow.calls, changed: shadow.changed, unjudged: shadow.unjudged })}`,
          ],
    );
    return [
      `  ${texts.gateway({ pid, policy: judgingText(first), since: momentText(first.startedAt), instance: dim(instance) })}`,
      ...shadows,
    ];
  });
};

const databaseText = ({ at, state, since, replication }: DatabaseStatus): string =>
  `  ${texts.database({
    location: shownBefore(at),
    state: state === 'ready' ? texts.ready : state.toUpperCase(),
    since: momentText(since),
    replication: describeReplication(replication),
  })}`;

/** One line a process whose store was deleted, replaced or broke. */
const storeLines = (processes: readonly GateStatus[]): readonly string[] =>
  processes.flatMap(({ pid, storeProblem }) =>
    storeProblem === undefined
      ? []
      : [
          `  ${texts.storeStopped}  ${display(storeProblem.code, { max: 80 })}  ${shownBefore(storeProblem.message)}  ${dim(texts.pid({ pid }))}`,
        ],
  );

/** What to do about a server that fails, or why one that is there again was gone. */
const serverNote = ({ state, help, restarts, lastError }: ServerStatus): readonly string[] => {
  if (state === 'ready' && restarts > 0 && lastError !== null)
    return [texts.restarted({ count: restarts, why: shownBefore(lastError.message) })];
  // the line of a sign-in says it already
  return help === null || state === 'sign-in' ? [] : [texts.fix({ help: shownBefore(help) })];
};

/** A line a server of every process, with a note below it where there is one. */
const serverLines = (processes: readonly GateStatus[], now: number): readonly string[] =>
  processes.flatMap(({ pid, servers = [] }) =>
    servers.flatMap((server) => [
      `  ${display(server.server, { max: 80 })}  ${shownBefore(serverStatusText(server, now))}  ${dim(texts.pid({ pid }))}`,
      ...serverNote(server).map((note) => `    ${note}`),
    ]),
  );

const consoleText = ({ url, pid, since }: RunningConsole): string =>
  `  ${texts.console({ pid, url: display(url, { max: 300 }), since: momentText(since) })}`;

/** One line for each, however many processes are there: the worst that one of them says. */
const databasesOf = (processes: readonly GateStatus[]): readonly DatabaseStatus[] => {
  const found = new Map<string, DatabaseStatus>();
  for (const { database } of processes)
    if (database !== undefined && (found.get(database.at)?.state ?? 'ready') === 'ready')
      found.set(database.at, database);
  return [...found.values()];
};

/** What was made safe to show before, piece by piece, so that its brackets stay. */
const shownBefore = (text: string): string =>
  text
    .split(/(⟦(?:U\+[0-9A-F]{4,6}|… \d+ characters …)⟧)/)
    .map((part, at) => (at % 2 === 1 ? part : display(part, { max: 600 })))
    .join('');

const alertText = ({ at, code, message, call, to }: Alert): string => {
  const names = to.filter((name) => name !== 'operator').map((name) => display(name, { max: 80 }));
  return `  ${momentText(at)}  ${display(code, { max: 80 })}  ${shownBefore(message)}${call === null ? '' : dim(`  ${texts.ofCall({ call: display(call, { max: 128 }) })}`)}${names.length === 0 ? '' : dim(`  ${texts.forPeople({ names })}`)}`;
};

const section = (title: string, lines: readonly string[], none: string): string =>
  [bold(title), ...(lines.length === 0 ? [`  ${none}`] : lines)].join('\n');

const storeSection = (processes: readonly GateStatus[]): readonly string[] => {
  const lines = storeLines(processes);
  return lines.length === 0 ? [] : [section(texts.store, lines, texts.none)];
};

interface RunningProcesses {
  readonly folder: string;
  readonly processes: readonly GateStatus[];
  readonly consoles: readonly RunningConsole[];
  readonly databases: readonly DatabaseStatus[];
}

const shownConsoles = (consoles: readonly RunningConsole[]): readonly unknown[] =>
  consoles.map(({ url, pid, since }) => ({ url, pid, since }));

/** What waits and what is not known stands in a store that nobody reaches. `why` says so. */
const printUnreachable = (
  { folder, processes, consoles, databases }: RunningProcesses,
  json: boolean,
  why: string,
): void => {
  process.exitCode = 1;
  write(
    json
      ? asciiJson({ folder, processes, consoles: shownConsoles(consoles) }, 2)
      : [
          section(texts.gateways, processLines(processes), texts.none),
          ...storeSection(processes),
          section(texts.servers, serverLines(processes, Date.now()), texts.none),
          ...(databases.length === 0
            ? []
            : [section(texts.databases, databases.map(databaseText), texts.none)]),
          section(texts.consoles, consoles.map(consoleText), texts.none),
          why,
        ].join('\n\n'),
  );
};

export const commands: Commands = {
  status: command({ json: flagOption(optionMessages.json) }, async (given) => {
    const { folder, run } = homePaths(process.env);
    const processes = await findLiveGates(folder);
    const databases = databasesOf(processes);
    const consoles = await listRunningConsoles(run);
    const away = databases.filter(({ state }) => state === 'away');
    const who = { folder, processes, consoles, databases };
    if (away.length > 0) {
      printUnreachable(who, given.json === true, texts.databaseAway);
      return;
    }
    const broken = processes.filter(({ storeProblem }) => storeProblem !== undefined);
    if (broken.length > 0 && broken.length === processes.length) {
      printUnreachable(who, given.json === true, texts.storeBroken);
      return;
    }
    if (broken.length > 0) process.exitCode = 1;
    const access = await openOperationsAccess({ write: false });
    try {
      const { operations } = access;
      const now = Date.now();
      const { waiting, unsettled } = await operations.ask('status', {});
      const unknown = await operations.ask('inbox.unsettled', { limit: SHOWN });
      const alerts = await operations.ask('inbox.alerts', { limit: SHOWN });
      const { people: approvers } = await operations.ask('record.approvals', {
        since: now - WEEK,
        until: now,
      });
      if (given.json === true) {
        write(
          asciiJson(
            {
              folder,
              processes,
              consoles: shownConsoles(consoles),
              waiting,
              unsettled,
              calls: unknown.items.map(callJson),
              approvers,
              alerts: alerts.items,
            },
            2,
          ),
        );
        return;
      }
      const lines = unknown.items.map((call) => indeterminateCallText(call).replaceAll(/^/gm, '  '));
      write(
        [
          section(texts.gateways, processLines(processes), texts.none),
          ...storeSection(processes),
          section(texts.servers, serverLines(processes, now), texts.none),
          ...(databases.length === 0
            ? []
            : [section(texts.databases, databases.map(databaseText), texts.none)]),
          section(texts.consoles, consoles.map(consoleText), texts.none),
          section(
            texts.waiting,
            waiting === 0 ? [] : [`  ${texts.waitingCalls({ count: waiting })}`],
            texts.none,
          ),
          section(
            texts.unknown,
            unsettled.count === 0 ? [] : [`  ${texts.unknownCalls(unsettled)}`, ...lines],
            texts.none,
          ),
          section(
            texts.votes,
            approvers.map(({ words }) => `  ${words}`),
            texts.none,
          ),
          section(texts.alerts, alerts.items.map(alertText), texts.none),
        ].join('\n\n'),
      );
    } finally {
      await access.close();
    }
  }),
};
