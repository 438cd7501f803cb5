import { CallgateError, display } from '@callgate/core';
import { canBeStore, checkStoreFile, displayStoreLocation, isPostgresUrl } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { findLiveGates } from '@callgate/operations/socket';
import { locateHomeStore } from '../home/locate-home-store.ts';
import type { DoctorCheck, DoctorFinding, DoctorWorld } from './doctor-check.ts';

const { store: texts } = doctorMessages;

/** Clocks of several machines differ by less. */
const AHEAD_MS = 60_000;

const storeError = (message: string, fix: string): DoctorFinding => ({
  check: 'store',
  severity: 'error',
  message,
  fix,
});

const examine = async (place: string, { now }: DoctorWorld): Promise<readonly DoctorFinding[]> => {
  const store = displayStoreLocation(place);
  const damage = isPostgresUrl(place) ? null : await checkStoreFile(place);
  if (damage !== null)
    return [storeError(texts.damaged({ store, why: display(damage, { max: 200 }) }), texts.brokenFix)];
  const { read, close } = await openStoreReader(place);
  try {
    const { seq, at } = await read.head();
    return seq > 0 && at > now() + AHEAD_MS
      ? [storeError(texts.future({ at: new Date(at).toISOString() }), texts.futureFix)]
      : [];
  } finally {
    await close();
  }
};

const errorText = (error: unknown): string =>
  error instanceof CallgateError
    ? error.message
    : display(error instanceof Error ? error.message : String(error), { max: 200 });

/** The store opens, is whole, and is not ahead of the clock; running gateways can write to theirs. */
export const checkStore: DoctorCheck = async (world) => {
  const { home, machine } = world;
  const gates = await findLiveGates(home.folder);
  const stopped = gates.flatMap(({ pid, storeProblem }) =>
    storeProblem === undefined
      ? []
      : [
          storeError(
            texts.stopped({ pid, why: display(storeProblem.message, { max: 300 }) }),
            texts.stoppedFix,
          ),
        ],
  );
  let place = home.database;
  try {
    place = await locateHomeStore(machine.env);
    return canBeStore(place) ? [...stopped, ...(await examine(place, world))] : stopped;
  } catch (error) {
    const fix = error instanceof CallgateError ? error.help : undefined;
    const store = displayStoreLocation(place);
    return [...stopped, storeError(texts.broken({ store, why: errorText(error) }), fix ?? texts.brokenFix)];
  }
};
