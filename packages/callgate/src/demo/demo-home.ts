import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { DEMO_SERVERS } from './servers/demo-servers.ts';

/** The approvers. The first is the user who started the demo. */
export const PEOPLE = ['local', 'ada', 'bob'] as const;
export type DemoSubject = (typeof PEOPLE)[number];

export const POLICY = `# What the demo decides by: the default, and two rules of its own.
name: demo
extends: balanced

rules:
  - id: irreversible-by-two
    when: tool.irreversible == yes
    then: confirm
    approvers: 2
    reason: what cannot be undone takes two people

  - id: address-from-untrusted-content
    tools: mail/send_mail
    when: >-
      session.private == known && session.untrusted == known && origin.destination != yes &&
      origin.firstSeen.exists(place, place != "nowhere")
    then: block
    reason: Sends to an address from untrusted content after reading private data
`;

export const TRUST: Readonly<Record<string, 'owned' | 'trusted' | 'untrusted'>> = {
  files: 'owned',
  ops: 'owned',
  mail: 'trusted',
  web: 'trusted',
  research: 'trusted',
  fields: 'untrusted',
};

/** The same program for all of them: built or bundled, it is two folders below the package. */
const BIN = fileURLToPath(new URL('../../bin/callgate.js', import.meta.url));

const configText = (folderOf: (server: string) => string, pace: number): string =>
  stringify({
    servers: Object.fromEntries(
      Object.keys(DEMO_SERVERS).map((server) => [
        server,
        {
          command: process.execPath,
          args: [BIN, 'demo', '--serve', server, folderOf(server), String(pace)],
          cwd: folderOf(server),
          trust: TRUST[server] ?? 'untrusted',
          era: 'legacy',
        },
      ]),
    ),
    policy: ['policy.yaml'],
    approvals: {
      wait: '30m',
      expiry: '30m',
      questionsAnHour: 1000,
      people: PEOPLE.map((subject) => ({ subject })),
      selfApproval: true,
    },
    http: { port: 0 },
    console: { port: 0 },
  });

/** A folder that lives as long as the demo: configuration, store, keys, and one folder for each server. */
export class DemoHome {
  readonly paths: HomePaths;
  readonly config: string;

  constructor(pace: number) {
    this.paths = homePaths({ CALLGATE_HOME: mkdtempSync(join(tmpdir(), 'callgate-demo-')) });
    for (const server of Object.keys(DEMO_SERVERS))
      mkdirSync(this.folderOf(server), { recursive: true, mode: 0o700 });
    writeFileSync(join(this.paths.folder, 'policy.yaml'), POLICY);
    this.config = join(this.paths.folder, 'callgate.yaml');
    writeFileSync(
      this.config,
      configText((server) => this.folderOf(server), pace),
    );
  }

  folderOf(server: string): string {
    return join(this.paths.folder, 'servers', server);
  }

  remove(): void {
    rmSync(this.paths.folder, { recursive: true, force: true });
  }
}
