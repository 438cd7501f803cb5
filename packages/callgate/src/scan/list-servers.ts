import type { Finding, ListedServer } from '@callgate/catalogue';
import { CallgateError, display } from '@callgate/core';
import { authorMessages } from '@callgate/messages/cli/authors';
import { inspectServer } from '@callgate/gateway/tools';
import { homePaths } from '../home/home-paths.ts';
import { maskSecrets } from './mask-secrets.ts';
import type { ServerListings, ScanTarget } from './scan-target.ts';
import { NO_TARGETS, mergeListings } from './scan-target.ts';

/** Servers that are started at once: each may be a whole runtime. */
const AT_ONCE = 4;

const reasonOf = (error: unknown, signal: AbortSignal, seconds: number): string => {
  if (signal.aborted) return authorMessages.scan.noAnswer({ seconds });
  if (error instanceof CallgateError) return error.message;
  return display(error instanceof Error ? error.message : String(error), { max: 300 });
};

const listServer = async (target: ScanTarget, seconds: number): Promise<ServerListings> => {
  const { server, trust, from } = target;
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const { hello, tools, diagnoses } = await inspectServer(
      { ...target.config(), connectMs: seconds * 1000, hidden: [homePaths(process.env).folder] },
      signal,
    );
    const listed: ListedServer = {
      server,
      trust,
      from,
      ...(hello.info === null ? {} : { info: hello.info }),
      ...(hello.instructions === null ? {} : { instructions: hello.instructions }),
      tools,
    };
    const findings = diagnoses.map(({ what, code, message }): Finding => ({
      rule: `list/${code.toLowerCase().replaceAll('_', '-')}`,
      severity: 'warning',
      server,
      tool: null,
      path: [],
      message: `${what}: ${message}`,
      help: authorMessages.scan.diagnosisHelp,
    }));
    return { ...NO_TARGETS, listed: [listed], findings };
  } catch (error) {
    const problem = maskSecrets(reasonOf(error, signal, seconds), '', 'report');
    return { ...NO_TARGETS, failed: [{ name: server, trust, from, problem }] };
  }
};

/** Connects to each, reads its list and goes again; one that fails costs itself. */
export const listServers = async (
  targets: readonly ScanTarget[],
  seconds: number,
  told: (name: string) => void,
): Promise<ServerListings> => {
  const results: ServerListings[] = [];
  const waiting = [...targets.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, target] = next;
      told(target.server);
      results[at] = await listServer(target, seconds);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, targets.length) }, worker));
  return mergeListings(...results);
};
