import { existsSync } from 'node:fs';
import type { Clock, Keys } from '@callgate/gate';
import type { StoreReader, Store } from '@callgate/gate/store';
import { SINGLE_USER, memoryKeys, systemClock } from '@callgate/gate';
import { createApprovalService, judgeQuorum } from '@callgate/gate/confirm';
import { readKeys } from '@callgate/gate/record';
import { CallgateError, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { missingText } from '@callgate/messages/approval';
import { homeErrors } from '@callgate/messages/errors/home';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import type { OperationParams, OperationsClient, SocketClient } from '@callgate/operations/socket';
import { LOCAL_CALLER, connectOperations, storeOperations, localClient } from '@callgate/operations/socket';
import { canBeStore, displayStoreLocation } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { openStoreForWriting } from '../home/open-store-for-writing.ts';

/** A place at the desk: in a process that runs, or in the store itself where none does. */
export interface OperationsAccess {
  readonly operations: OperationsClient;
  /** Calls `listener` when something may have happened, where anybody tells. */
  listen(listener: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface OperationsAccessOptions {
  readonly write: boolean;
  /** The call it is about: the process that holds it knows its tool. */
  readonly call?: string;
  /** Where to say that no gate answers; standard error where absent. */
  readonly note?: (text: string) => void;
}

const accessThroughGate = (client: SocketClient): OperationsAccess => ({
  operations: client,
  listen: (listener) => client.subscribe(listener),
  close: () => {
    client.close();
    return Promise.resolve();
  },
});

/** Any process that runs, but rather the one that holds the call. */
const reachGate = async (folder: string, call: string | undefined): Promise<SocketClient | undefined> => {
  const client = await connectOperations(folder);
  if (client === undefined || call === undefined) return client;
  const found = await client.ask('inbox.show', { call }).catch((error: unknown) => {
    // an open connection keeps the process from ending
    client.close();
    throw error;
  });
  if (found === null || found.call.instance === client.instance) return client;
  client.close();
  return await connectOperations(folder, { prefer: found.call.instance });
};

const readOnly = (): Promise<never> => Promise.reject(new CallgateError(homeErrors.readOnly()));

type WritableStore = Pick<Store, 'instance' | 'read' | 'transact' | 'onChange' | 'close'> & {
  readonly keys: Keys;
  readonly clock: Clock;
};

const openToRead = async (place: string): Promise<WritableStore> => {
  const { read, close } = await openStoreReader(place);
  return {
    instance: 'none',
    read,
    transact: readOnly,
    onChange: () => () => {},
    close,
    // nothing that was sealed is opened here
    keys: memoryKeys(),
    clock: systemClock,
  };
};

const openStoreForVotes = async (place: string, paths: HomePaths): Promise<WritableStore> => {
  const keys = readKeys(paths.keys);
  const { store, clock, close } = await openStoreForWriting(place, paths, { keys });
  return {
    instance: store.instance,
    read: store.read,
    transact: (work) => store.transact(work),
    onChange: (listener) => store.onChange(listener),
    close,
    keys,
    clock,
  };
};

/** A yes by one person of whom nothing else is known would end a call that needs others. */
const checkPeople = async (read: Pick<StoreReader, 'call'>, call: string): Promise<void> => {
  const row = await read.call(call);
  if (row?.state !== 'held') return;
  const { approvers, terms } = row.decision.obligations;
  const { state, missing } = judgeQuorum({
    demands: approvers,
    terms,
    votes: [],
    people: SINGLE_USER,
    requester: row.principal,
  });
  if (state !== 'impossible') return;
  throw new CallgateError(
    inboxErrors.approversUnknown({ call: display(call, { max: 128 }), missing: missingText(missing) }),
  );
};

/** The calls that are to be approved. */
const approvedIn = (name: string, params: unknown): readonly string[] => {
  if (name === 'inbox.vote') {
    const { call, verdict } = params as OperationParams<'inbox.vote'>;
    return verdict === 'approve' ? [call] : [];
  }
  if (name !== 'inbox.voteGroup') return [];
  const { calls, verdict } = params as OperationParams<'inbox.voteGroup'>;
  return verdict === 'approve' ? calls.map(({ call }) => call) : [];
};

const wishesGrant = (params: unknown): boolean => {
  const { grant, allow = 'once' } = params as OperationParams<'inbox.vote'>;
  return grant !== undefined || allow !== 'once';
};

/** Answered from the store, where people are not known. */
const withoutPeople = (operations: OperationsClient, read: Pick<StoreReader, 'call'>): OperationsClient => ({
  ask: async (name, params) => {
    const calls = approvedIn(name, params);
    for (const call of calls) await checkPeople(read, call);
    const [first] = calls;
    // what a grant binds to is not known here
    if (first !== undefined && name === 'inbox.vote' && wishesGrant(params))
      throw new CallgateError(inboxErrors.grantWithoutGateway({ call: display(first, { max: 128 }) }));
    return await operations.ask(name, params);
  },
});

const accessThroughStore = async (
  paths: HomePaths,
  write: boolean,
  note: (text: string) => void,
): Promise<OperationsAccess> => {
  const place = await locateHomeStore(process.env);
  const shown = displayStoreLocation(place);
  if (!canBeStore(place)) throw new CallgateError(homeErrors.noGateway({ store: shown }));
  note(everydayMessages.noGateway[write ? 'write' : 'read']({ store: shown }));
  const { keys, clock, ...store } = await (write ? openStoreForVotes(place, paths) : openToRead(place));
  const desk = createApprovalService({
    store: { ...store, broken: undefined, checkPlace: () => {} },
    keys,
    people: SINGLE_USER,
  });
  return {
    operations: withoutPeople(
      localClient(
        storeOperations({
          desk,
          instance: store.instance,
          clock,
          folder: paths.folder,
          publicKey: existsSync(paths.keys) ? readKeys(paths.keys).publicKey : undefined,
        }),
        LOCAL_CALLER,
      ),
      store.read,
    ),
    listen: (listener) => {
      store.onChange(listener);
      return Promise.resolve();
    },
    close: () => store.close(),
  };
};

const onStandardError = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

/** Sits down at the desk of this user's gate. */
export const openOperationsAccess = async ({
  write,
  call,
  note = onStandardError,
}: OperationsAccessOptions): Promise<OperationsAccess> => {
  const paths = homePaths(process.env);
  const client = await reachGate(paths.folder, call);
  return client === undefined ? await accessThroughStore(paths, write, note) : accessThroughGate(client);
};
