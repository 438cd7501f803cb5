/**
 * Reads a record again: verifies it, proves rows of it, reports and exports.
 *
 * @module
 */
export { Checkpointer } from './checkpointer.ts';
export type { CheckpointerOptions } from './checkpointer.ts';
export { Disclosures } from './disclosures.ts';
export type { RowDisclosure } from './disclosures.ts';
export { compareWithRemembered, readAnchorFile, rememberedIn } from './remembered.ts';
export type { AnchorFile, Compared } from './remembered.ts';
export type { Report } from './report-figures.ts';
export { firstRowAt, makeReport } from './report.ts';
export type { ReportOptions, ReportReader } from './report.ts';
export { acceptLoss, refuseNewStore } from './roll-back.ts';
export type { Accepted, LossyStore } from './roll-back.ts';
export { rowProblems } from './row-problems.ts';
export type { RowProblem } from './row-problems.ts';
export { checkProof, proveRow } from './row-proof.ts';
export type { CheckedProof, RowProof } from './row-proof.ts';
export { selectRows } from './select-rows.ts';
export type { SelectReader } from './select-rows.ts';
export { signTail } from './sign-tail.ts';
export { csvLine } from './tell/csv.ts';
export { CSV_HEAD, csvRow, jsonLine } from './tell/export-rows.ts';
export { UNREADABLE, readable, withoutCiphertext } from './tell/readable.ts';
export { rowWords } from './tell/row-words.ts';
export { verifyDatabase } from './verify-database.ts';
export type { Problem } from './verify-problem.ts';
export { verifyRow } from './verify-row.ts';
export type { RowFault } from './verify-row.ts';
export type { RecordReader, Verified, VerifyGap, VerifyOptions, VerifyVerdict } from './verify.ts';
