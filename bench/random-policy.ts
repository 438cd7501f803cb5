import type { Policy } from '@callgate/core';
import type { ListedTool } from './list-tools.ts';
import { requirePolicy } from './load-policy.ts';
import type { BenchRandom } from './bench-random.ts';

interface Template {
  readonly when: string;
  readonly then?: 'auto' | 'confirm' | 'block';
  readonly demands?: Readonly<Record<string, unknown>>;
}

const PLAIN: readonly Template[] = [
  { when: 'tool.described == yes && tool.mutates == no', then: 'auto' },
  { when: 'tool.described == yes && tool.outward == no && origin.proven == yes', then: 'auto' },
  { when: 'tool.destroys != no && session.untrusted != none', then: 'confirm' },
  { when: 'tool.outward != no && session.private == known && origin.destination != yes', then: 'confirm' },
  { when: 'tool.privileged == yes', then: 'confirm', demands: { approvers: 2 } },
  { when: 'tool.irreversible == yes || (tool.destroys == yes && tool.reversible != yes)', then: 'confirm' },
  { when: 'claims.readOnly == yes && tool.readOnly != yes', then: 'confirm' },
  { when: 'server.trust == "untrusted" && tool.consequential != no', then: 'confirm' },
  { when: 'session.words == no && tool.mutates != no', then: 'confirm' },
  { when: 'tool.quarantined == yes', then: 'block' },
  { when: 'tool.sensitive == yes', demands: { audit: 'full', caching: false } },
  { when: 'tool.returnsUntrusted != no && tool.usesAi == yes', demands: { aiTag: true } },
  { when: 'tool.slowExecution == yes', demands: { progress: true, timeout: '5m' } },
];

const ON_ARGS: readonly Template[] = [
  { when: 'has(args.path) && args.path.startsWith("/etc/")', then: 'confirm' },
  { when: 'has(args.path) && glob(args.path, "*/.ssh/*")', then: 'block' },
  {
    when: 'has(args.branch) && args.branch in ["main", "production"] && tool.mutates != no',
    then: 'confirm',
  },
  { when: 'has(args.force) && args.force == true && tool.destroys != no', then: 'confirm' },
  { when: 'has(args.url) && !args.url.startsWith("https://intranet.example/")', then: 'confirm' },
  { when: 'has(args.sql) && args.sql.contains("DELETE") && session.untrusted != none', then: 'confirm' },
  { when: 'has(args.limit) && args.limit > 500', demands: { audit: 'full' } },
];

const nameOf = ({ definition }: ListedTool): string => String(definition['name']);

const toolsFor = (random: BenchRandom, tools: readonly ListedTool[]): string => {
  const kind = random.next();
  const tool = random.pick(tools);
  if (kind < 0.5) return '*';
  if (kind < 0.7) return `*${random.pick(['delete', 'create', 'send', 'get', 'list', 'update', 'run'])}*`;
  if (kind < 0.85) return `${tool.server}/*`;
  return `${tool.server}/${nameOf(tool)}`;
};

/** `size` rules as operators write them, about tools that exist; `argsShare` of them need the call's arguments. */
export const randomPolicyText = (
  random: BenchRandom,
  tools: readonly ListedTool[],
  size: number,
  argsShare: number,
): string => {
  const rules = Array.from({ length: size }, (_, index) => {
    const onArgs = index < Math.round(size * argsShare);
    const { when, then, demands } = random.pick(onArgs ? ON_ARGS : PLAIN);
    return {
      id: `rule-${index}`,
      tools: [toolsFor(random, tools)],
      when,
      ...(then === undefined ? {} : { then }),
      ...demands,
      reason: `rule ${index} says so`,
    };
  });
  return JSON.stringify({ name: `random-${size}`, rules: random.shuffled(rules) });
};

export const randomPolicy = (text: string): Policy => requirePolicy('random.yaml', text);
