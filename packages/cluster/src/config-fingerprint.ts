import { clusterMessages } from '@callgate/messages/cluster';
import { canonical } from '@callgate/core';
import { digest, digestText } from '@callgate/core/receive';
import type { People } from '@callgate/gate';

const texts = clusterMessages.skew;

type DifferenceKind = keyof typeof texts.what;

const isDifferenceKind = (name: string): name is DifferenceKind => Object.hasOwn(texts.what, name);

const SEPARATOR = '\n';

/** A server, and what this process takes its tools for. */
export interface FingerprintedServer {
  readonly server: string;
  /** Null where it was not reached yet. */
  readonly identity: string | null;
  readonly trust: string;
  readonly tools: readonly {
    readonly name: string;
    readonly digest: string;
    readonly pinnedDigest: string | null;
    readonly quarantine: unknown;
    readonly disabled: unknown;
  }[];
}

/** What a process judges calls by. */
export interface FingerprintInput {
  readonly policy: string;
  readonly people: People;
  readonly stock: readonly FingerprintedServer[];
}

const toolsOf = ({ tools }: FingerprintedServer): string =>
  digest(
    'tools-alike',
    tools
      .map(({ name, digest: listed, pinnedDigest, quarantine, disabled }) =>
        canonical([name, listed, pinnedDigest, quarantine !== null, disabled !== null]),
      )
      .toSorted(),
  );

/** Digests by what they are of: policy, people, trust or tools of one server, by alias and identity. */
export type ConfigFingerprint = ReadonlyMap<string, string>;

/** The configuration of this process, for each server that it has reached. */
export const makeConfigFingerprint = ({ policy, people, stock }: FingerprintInput): ConfigFingerprint => {
  const facts = new Map<string, string>();
  const who = digestText('people-alike', JSON.stringify(people));
  for (const each of stock) {
    const { server, identity, trust } = each;
    if (identity === null) continue;
    const values: Readonly<Record<DifferenceKind, string>> = {
      policy,
      people: who,
      trust,
      tools: toolsOf(each),
    };
    for (const [what, value] of Object.entries(values))
      facts.set([what, server, identity].join(SEPARATOR), value);
  }
  return facts;
};

/** What is told of one that is different: of which server, and what. */
export const describeDifference = (name: string): { readonly server: string; readonly message: string } => {
  const [what = '', server = ''] = name.split(SEPARATOR);
  return {
    server,
    message: texts.differs({ what: isDifferenceKind(what) ? texts.what[what] : texts.other }),
  };
};
