import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { suggestHints } from '@callgate/catalogue';
import type { HintName, JsonObject } from '@callgate/core';
import { HINTS, isJsonObject, getOwn } from '@callgate/core';
import { count, provenance, printLine, table, writeResult } from './report.ts';

const FOLDER = new URL('../../shared/catalogue/', import.meta.url);

interface SuggestServer {
  readonly name: string;
  readonly tools: readonly JsonObject[];
}

const readServers = (): readonly SuggestServer[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const answer = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as {
        readonly pkg?: string;
        readonly tools?: readonly JsonObject[];
      };
      return { name: answer.pkg ?? file, tools: answer.tools ?? [] };
    });

/** Which half a server is in depends on its name alone. */
const halfOf = ({ name }: SuggestServer): 'tuning' | 'test' =>
  (createHash('sha256').update(name).digest()[0] ?? 0) % 2 === 0 ? 'tuning' : 'test';

const DECLARED = [
  'readOnly',
  'destructive',
  'idempotent',
  'openWorld',
] as const satisfies readonly HintName[];
type DeclaredHint = (typeof DECLARED)[number];

const KEYS: Readonly<Record<DeclaredHint, string>> = {
  readOnly: 'readOnlyHint',
  destructive: 'destructiveHint',
  idempotent: 'idempotentHint',
  openWorld: 'openWorldHint',
};

const declaredOf = (tool: JsonObject, hint: DeclaredHint): 'yes' | 'no' | undefined => {
  const annotations = getOwn(tool, 'annotations');
  const value = isJsonObject(annotations) ? getOwn(annotations, KEYS[hint]) : undefined;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
};

/** The definition with its hints hidden; the title stays. */
const withoutClaims = (tool: JsonObject): JsonObject => {
  const { annotations, ...rest } = tool;
  const title = isJsonObject(annotations) ? getOwn(annotations, 'title') : undefined;
  return { ...rest, ...(typeof title === 'string' ? { annotations: { title } } : {}) };
};

class SuggestTally {
  readonly #counts: Map<string, number> = new Map();

  add(declared: 'yes' | 'no', suggested: 'yes' | 'no' | 'nothing'): void {
    const key = `${declared} ${suggested}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  of(declared: 'yes' | 'no', suggested?: 'yes' | 'no' | 'nothing'): number {
    if (suggested !== undefined) return this.#counts.get(`${declared} ${suggested}`) ?? 0;
    return this.of(declared, 'yes') + this.of(declared, 'no') + this.of(declared, 'nothing');
  }

  get all(): number {
    return this.of('yes') + this.of('no');
  }

  get right(): number {
    return this.of('yes', 'yes') + this.of('no', 'no');
  }
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;

/** A list of verbs alone, for comparison: reading if and only if the name begins with one of them. */
const READING =
  /^(?:.*[_-])?(?:get|list|read|search|find|query|fetch|retrieve|show|view|describe|check|count|download)/iu;

const HALVES = ['all', 'tuning', 'test'] as const;

const WANTED: readonly {
  readonly what: string;
  readonly limit: string;
  readonly of: (tallies: (hint: DeclaredHint) => SuggestTally) => number;
  readonly met: (value: number) => boolean;
}[] = [
  {
    what: 'readOnly suggested for a tool that declares to change things',
    limit: 'at most 1.5 %',
    of: (tally) => tally('readOnly').of('no', 'yes') / tally('readOnly').of('no'),
    met: (value) => value <= 0.015,
  },
  ...(
    [
      ['readOnly', 0.92],
      ['destructive', 0.85],
      ['idempotent', 0.8],
    ] as const
  ).map(([hint, least]) => ({
    what: `${hint}: agrees with what is declared`,
    limit: `at least ${least * 100} %`,
    of: (tally: (name: DeclaredHint) => SuggestTally) => tally(hint).right / tally(hint).all,
    met: (value: number) => value >= least,
  })),
  {
    what: 'openWorld: declared open, suggested closed',
    limit: 'at most 10 %',
    of: (tally) => tally('openWorld').of('yes', 'no') / tally('openWorld').of('yes'),
    met: (value) => value <= 0.1,
  },
];

/** `npm run bench -- suggest` */
export const benchSuggest = async (): Promise<void> => {
  if (!existsSync(FOLDER)) {
    process.stdout.write('skipped: ../shared/catalogue is not there\n');
    return;
  }
  const servers = readServers();
  const tallies = new Map<string, SuggestTally>();
  const tally = (half: string, hint: string): SuggestTally => {
    const key = `${half} ${hint}`;
    const made = tallies.get(key) ?? new SuggestTally();
    tallies.set(key, made);
    return made;
  };
  let tools = 0;
  const started = performance.now();
  for (const server of servers) {
    const siblings = server.tools.map(withoutClaims);
    for (const [at, tool] of server.tools.entries()) {
      tools += 1;
      const definition = siblings[at] ?? {};
      const suggested = suggestHints({ definition, siblings, server: server.name });
      for (const hint of DECLARED) {
        const declared = declaredOf(tool, hint);
        if (declared === undefined) continue;
        const value = suggested[hint]?.value ?? 'nothing';
        for (const half of ['all', halfOf(server)]) tally(half, hint).add(declared, value);
      }
      const changes = declaredOf(tool, 'readOnly');
      const name = getOwn(tool, 'name');
      if (changes !== undefined && typeof name === 'string')
        tally('all', 'verbs').add(changes, READING.test(name) ? 'yes' : 'no');
    }
  }
  const ms = performance.now() - started;
  printLine(
    `${count(servers.length)} servers, ${count(tools)} tools, their hints hidden, ${(ms / tools).toFixed(2)} ms a tool. Halves by the digest of the server's name.\n`,
  );
  const rows = DECLARED.flatMap((hint) =>
    HALVES.map((half) => {
      const made = tally(half, hint);
      const tight = HINTS[hint].relaxing === 'yes' ? 'no' : 'yes';
      const loose = tight === 'yes' ? 'no' : 'yes';
      return [
        hint,
        half,
        count(made.all),
        share(made.right, made.all),
        tight,
        share(made.of(tight, tight), made.of(tight, tight) + made.of(loose, tight)),
        share(made.of(tight, tight), made.of(tight)),
        share(made.of(tight, loose), made.of(tight)),
      ];
    }),
  );
  printLine(
    table(
      [
        'hint',
        'half',
        'declared',
        'agrees',
        'tightening',
        'precision',
        'recall',
        'declared tight, suggested loose',
      ],
      rows,
    ),
  );
  const verbs = tally('all', 'verbs');
  printLine(
    `\nA list of reading verbs alone agrees on readOnly with ${share(verbs.right, verbs.all)}, and calls ${share(verbs.of('no', 'yes'), verbs.of('no'))} of those that change things read-only.\n`,
  );
  const wanted = WANTED.flatMap(({ what, limit, of, met }) =>
    HALVES.map((half) => {
      const value = of((hint) => tally(half, hint));
      return [what, half, share(value, 1), limit, met(value) ? 'yes' : 'no'];
    }),
  );
  printLine(table(['wanted', 'half', 'measured', 'limit', 'met'], wanted));
  writeResult('suggest', {
    ...provenance('npm run bench -- suggest'),
    servers: servers.length,
    tools,
    rows,
    wanted,
  });
};
