import { existsSync } from 'node:fs';
import type { Control, ControlClient, Keys, Store } from '@callgate/gate';
import { SINGLE_USER, connectControl, createDesk, deskControl, memoryKeys, readKeys } from '@callgate/gate';
import { CallgateError, display } from '@callgate/core';
import type { HomePaths } from '../home.ts';
import { homePaths } from '../home.ts';

/** A place at the desk: in a process that runs, or in the store itself where none does. */
export interface DeskAccess {
  readonly control: Control;
  /** Calls `listener` when something may have happened, where anybody tells. */
  listen(listener: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface AccessOptions {
  readonly write: boolean;
  /** The call it is about: the process that holds it knows its tool. */
  readonly call?: string;
  /** Where to say that no gate answers; standard error where absent. */
  readonly note?: (text: string) => void;
}

/** Whose word it is on this machine. */
const SUBJECT = 'local';

const throughGate = (client: ControlClient): DeskAccess => ({
  control: client,
  listen: async (listener) => {
    try {
      await client.subscribe(listener);
    } catch (error) {
      // a process that has nothing to tell is looked at from time to time
      if (!(error instanceof CallgateError) || error.code !== 'CONTROL_NO_EVENTS') throw error;
    }
  },
  close: () => {
    client.close();
    return client.closed;
  },
});

/** Any process that runs, but rather the one that holds the call. */
const reachGate = async (folder: string, call: string | undefined): Promise<ControlClient | undefined> => {
  const client = await connectControl(folder);
  if (client === undefined || call === undefined) return client;
  const found = await client.ask('call', { call });
  if (found === null || found.call.instance === client.instance) return client;
  client.close();
  return await connectControl(folder, { prefer: found.call.instance });
};

const readOnly = (): Promise<never> =>
  Promise.reject(new CallgateError('STORE_READ_ONLY', 'the store was opened to be read only'));

type Opened = Pick<Store, 'instance' | 'read' | 'transact' | 'onChange' | 'close'> & { readonly keys: Keys };

const openToRead = async ({ database }: HomePaths): Promise<Opened> => {
  const { openSqliteReader } = await import('@callgate/gate/sqlite');
  const { read, close } = await openSqliteReader(database);
  return {
    instance: 'none',
    read,
    transact: readOnly,
    onChange: () => () => {},
    close,
    // nothing that was sealed is opened here
    keys: memoryKeys(),
  };
};

const openToWrite = async ({ database, keys: keyFile }: HomePaths): Promise<Opened> => {
  const keys = readKeys(keyFile);
  const { openSqliteStore } = await import('@callgate/gate/sqlite');
  const store = await openSqliteStore({ path: database, keys });
  return {
    instance: store.instance,
    read: store.read,
    transact: (work) => store.transact(work),
    onChange: (listener) => store.onChange(listener),
    close: () => store.close(),
    keys,
  };
};

const throughStore = async (
  paths: HomePaths,
  write: boolean,
  note: (text: string) => void,
): Promise<DeskAccess> => {
  const { database } = paths;
  if (!existsSync(database))
    throw new CallgateError('HOME_EMPTY', `no gate answers, and there is no store at ${display(database)}`, {
      help: 'start a gate, or set CALLGATE_HOME to the folder of one',
    });
  note(`no gate answers; ${write ? 'working on' : 'reading'} ${display(database)} itself`);
  const { keys, ...store } = await (write ? openToWrite(paths) : openToRead(paths));
  const desk = createDesk({ store: { ...store, broken: undefined }, keys, people: SINGLE_USER });
  return {
    control: deskControl({ desk, instance: store.instance, subject: SUBJECT }),
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
export const openAccess = async ({
  write,
  call,
  note = onStandardError,
}: AccessOptions): Promise<DeskAccess> => {
  const paths = homePaths(process.env);
  const client = await reachGate(paths.folder, call);
  return client === undefined ? await throughStore(paths, write, note) : throughGate(client);
};
