/**
 * Reads a record again: verifies it, proves rows of it, reports and exports.
 *
 * @module
 */
export { ARCHIVE_CODES, readArchiveNotes, signArchiveNote } from './archive-notes.ts';
export type { ArchiveNote, ArchiveNotes, LegalHold } from './archive-notes.ts';
export { ArchivedLog } from './archived-log.ts';
export { Checkpointer } from './checkpointer.ts';
export type { CheckpointerOptions } from './checkpointer.ts';
export { DisclosureReader } from './disclosure-reader.ts';
export type { EntryDisclosure } from './disclosure-reader.ts';
export { compareWithAnchor, readAnchorFile, findRememberedCheckpoint } from './anchor-file.ts';
export type { AnchorFile, AnchorComparison } from './anchor-file.ts';
export type { AuditReport } from './report-figures.ts';
export { findFirstEntry, makeAuditReport } from './make-audit-report.ts';
export type { AuditReportOptions, AuditReportReader } from './make-audit-report.ts';
export { acceptLoss, acceptRestored, refuseNewStore } from './roll-back.ts';
export type { LossAcceptance, LossyStore } from './roll-back.ts';
export { findEntryProblems } from './find-entry-problems.ts';
export type { EntryProblem } from './find-entry-problems.ts';
export { checkEntryProof, proveAuditEntry } from './audit-entry-proof.ts';
export type { ProofCheck, AuditEntryProof } from './audit-entry-proof.ts';
export { selectEntries } from './select-entries.ts';
export type { EntryReader } from './select-entries.ts';
export { signTail } from './sign-tail.ts';
export { csvLine } from './tell/csv.ts';
export { CSV_HEAD, formatEntryCsv, formatEntryJson } from './tell/export-entries.ts';
export { UNREADABLE_ENTRY, tryParseEntry, hideCiphertext } from './tell/try-parse-entry.ts';
export { describeEntry } from './tell/describe-entry.ts';
export { verifyAuditLog } from './verify-audit-log.ts';
export { verifyDatabase } from './verify-database.ts';
export type { AuditProblem } from './audit-problem.ts';
export { verifyEntry } from './verify-entry.ts';
export type { EntryFault } from './verify-entry.ts';
export type {
  AuditLogReader,
  VerifyReport,
  VerifyGap,
  VerifyOptions,
  VerifyVerdict,
} from './verify-audit-log.ts';
