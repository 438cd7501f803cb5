import { CallgateError, display } from '@callgate/core';
import type { LegalHold } from '@callgate/gate/audit';
import { ARCHIVE_CODES, readArchiveNotes } from '@callgate/gate/audit';
import { mintId, readKeys } from '@callgate/gate/record';
import type { Store } from '@callgate/gate/store';
import { auditMessages } from '@callgate/messages/cli/audit';
import { archiveErrors } from '@callgate/messages/errors/archive';
import { homeErrors } from '@callgate/messages/errors/home';
import type { HomePaths } from '../home/home-paths.ts';
import { openStoreForWriting } from '../home/open-store-for-writing.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { withAuditLog } from '../audit/open-audit-log.ts';

const { hold: texts } = auditMessages;

/** Where holds are, and how they are shown. */
export interface HoldPlace {
  readonly place: string;
  readonly home: HomePaths;
  readonly json: boolean;
}

const SUBJECT = 'local';

const shown = (hold: LegalHold): string =>
  texts.line({
    id: display(hold.id, { max: 80 }),
    kind: hold.kind,
    value: display(hold.value, { max: 200 }),
    reason: display(hold.reason, { max: 200 }),
  });

const refuseEmpty = (reason: string): void => {
  if (reason.trim() === '') throw new CallgateError(homeErrors.reasonMissing());
};

const withStore = async (
  { place, home }: Pick<HoldPlace, 'place' | 'home'>,
  work: (store: Store) => Promise<void>,
): Promise<void> => {
  const { store, close } = await openStoreForWriting(place, home, { keys: readKeys(home.keys) });
  try {
    await work(store);
  } finally {
    await close();
  }
};

const record = async (
  store: Store,
  code: string,
  message: string,
  detail: { readonly hold: LegalHold } | { readonly ended: string; readonly reason: string },
): Promise<void> => {
  await store.transact((tx) =>
    tx.append({
      event: 'operator',
      outcome: 'allowed',
      principal: SUBJECT,
      tool: '',
      call: null,
      detail: { code, message, ...('hold' in detail ? { hold: { ...detail.hold } } : detail) },
    }),
  );
};

const matchesCall = async (read: Store['read'], kind: LegalHold['kind'], value: string): Promise<boolean> =>
  kind === 'call'
    ? (await read.call(value)) !== undefined
    : (await read.search({ [kind]: value }, { limit: 1 })).items.length > 0;

/** From now on an archive leaves in the store what this names. */
export const addLegalHold = async (
  about: HoldPlace,
  { kind, value, reason }: Omit<LegalHold, 'id'>,
): Promise<void> => {
  refuseEmpty(reason);
  await withStore(about, async (store) => {
    if (!(await matchesCall(store.read, kind, value)))
      process.stderr.write(`note: ${texts.matchesNothing}\n`);
    const hold: LegalHold = { id: mintId(Date.now()), kind, value, reason };
    await record(store, ARCHIVE_CODES.hold, texts.added({ what: shown(hold) }), { hold });
    write(about.json ? asciiJson({ ...hold }, 2) : shown(hold));
  });
};

/** Ends a hold: the next archive drops what it kept. */
export const endLegalHold = async (about: HoldPlace, id: string, reason: string): Promise<void> => {
  refuseEmpty(reason);
  await withStore(about, async (store) => {
    const { holds } = await readArchiveNotes(store.read, undefined);
    const hold = holds.find((each) => each.id === id);
    if (hold === undefined)
      throw new CallgateError(archiveErrors.holdUnknown({ id: display(id, { max: 80 }) }));
    await record(store, ARCHIVE_CODES.release, texts.ended({ what: shown(hold) }), { ended: id, reason });
    write(about.json ? asciiJson({ ended: id }, 2) : texts.ended({ what: shown(hold) }));
  });
};

export const listLegalHolds = async ({ place, json }: HoldPlace): Promise<void> => {
  await withAuditLog({ db: place }, async ({ read }) => {
    const { holds } = await readArchiveNotes(read, undefined);
    if (json) write(asciiJson({ holds: holds.map((hold) => ({ ...hold })) }, 2));
    else write(holds.length === 0 ? texts.none : holds.map(shown).join('\n'));
  });
};
