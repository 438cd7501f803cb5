/** What is missing from an audit log, inside other sentences. */
export const lossText = {
  entriesMissing: ({ missing }: { missing: number }): string =>
    missing === 1 ? '1 entry is missing' : `${missing} entries are missing`,
  entriesReplaced: ({ size }: { size: number }): string =>
    `the ${size} signed entries were replaced by others`,
  storeMissing: ({ place, size }: { place: string; size: number }): string =>
    `there is no store at ${place}, and a store of ${size} entries is remembered, here or elsewhere`,
  entryMissing: ({ seq }: { seq: number }): string => `entry ${seq} of the audit log is missing`,
  entryReplaced: ({ seq }: { seq: number }): string =>
    `entry ${seq} of the audit log was replaced by another`,
  unaccepted: 'another process noticed the loss, and no one has accepted it',
  settingsMissing: 'settings that this replica goes by are missing',
  journalMissing: 'the whole journal of this replica is missing',
  journalEntryMissing: ({ seq }: { seq: number }): string =>
    `acknowledged entry ${seq} of this replica’s journal is missing`,
  journalCutOff: ({ seq, acknowledged }: { seq: number; acknowledged: number }): string =>
    `this replica’s journal ends at entry ${seq}, and it had ${acknowledged}`,
  journalEndReplaced: 'another entry is at the end of this replica’s journal',
};
