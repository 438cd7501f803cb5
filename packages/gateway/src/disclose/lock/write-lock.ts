import { lockMessages } from '@callgate/messages/lock';
import { Document, isMap } from 'yaml';
import type { Lock, LockedEntry, LockedServer } from './read-lock.ts';

const sortByName = <V>(all: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Always in one order: two branches that decide about different tools touch different lines. */
const orderEntry = (entry: LockedEntry): LockedEntry => {
  const { definition, claims, suggestions, doubts, classification, evidence, observed, roles, directory } =
    entry;
  return {
    definition,
    ...(claims === undefined ? {} : { claims }),
    ...(suggestions === undefined ? {} : { suggestions }),
    ...(doubts === undefined ? {} : { doubts }),
    ...(classification === undefined
      ? {}
      : { classification: { ...classification, set: sortByName(classification.set) } }),
    ...(evidence === undefined ? {} : { evidence: sortByName(evidence) }),
    ...(observed === undefined ? {} : { observed }),
    ...(roles === undefined ? {} : { roles: sortByName(roles) }),
    ...(directory === undefined ? {} : { directory }),
  };
};

const serverContent = ({
  identity,
  identities,
  tools,
  prompts,
  templates,
}: LockedServer): Readonly<Record<string, unknown>> => {
  const some = Object.entries({ tools, prompts, templates }).filter(([, all]) => Object.keys(all).length > 0);
  return {
    identity,
    ...(identities === undefined ? {} : { identities }),
    ...Object.fromEntries(
      some.map(([kind, all]) => [
        kind,
        sortByName(Object.fromEntries(Object.entries(all).map(([name, entry]) => [name, orderEntry(entry)]))),
      ]),
    ),
  };
};

/** A suggestion on one line: a hint is a line of a diff. */
const inlineSuggestions = (
  file: Document,
  server: string,
  name: string,
  { suggestions }: LockedEntry,
): void => {
  for (const hint of Object.keys(suggestions ?? {})) {
    const node = file.getIn(['servers', server, 'tools', name, 'suggestions', hint], true);
    if (isMap(node)) node.flow = true;
  }
};

export const writeLock = (lock: Lock): string => {
  const servers = Object.entries(lock.servers).map(([name, each]) => [name, serverContent(each)] as const);
  const file = new Document(
    { version: lock.version, servers: sortByName(Object.fromEntries(servers)) },
    { version: '1.2', aliasDuplicateObjects: false },
  );
  for (const [server, { tools }] of Object.entries(lock.servers))
    for (const [name, entry] of Object.entries(tools)) inlineSuggestions(file, server, name, entry);
  return `${lockMessages.header}${file.toString({ lineWidth: 0, flowCollectionPadding: true })}`;
};
