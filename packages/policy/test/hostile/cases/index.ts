import type { HostileCase } from '../hostile-case.ts';
import { ADDRESSES } from './addresses.ts';
import { AGREEMENTS } from './agreements.ts';
import { APPROVALS } from './approvals.ts';
import { CARRIED } from './carried.ts';
import { CODES } from './codes.ts';
import { DATES } from './dates.ts';
import { DEEDS_CASES } from './deeds.ts';
import { EVASIONS } from './evasions.ts';
import { EVERYDAY } from './everyday.ts';
import { IDLE } from './idle.ts';
import { INTENT } from './intent.ts';
import { LOOKUPS } from './lookups.ts';
import { MEANINGS } from './meanings.ts';
import { OTHERS } from './others.ts';
import { OWN_RECORDS } from './own-records.ts';
import { PAGE_PARTS } from './page-parts.ts';
import { PAGES } from './pages.ts';
import { PATHS } from './paths.ts';
import { REVIEWED } from './reviewed.ts';
import { SENTENCES } from './sentences.ts';
import { THINGS } from './things.ts';
import { WRITING } from './writing.ts';

export const CASES: readonly HostileCase[] = [
  ...ADDRESSES,
  ...INTENT,
  ...THINGS,
  ...DEEDS_CASES,
  ...OTHERS,
  ...WRITING,
  ...EVASIONS,
  ...EVERYDAY,
  ...SENTENCES,
  ...REVIEWED,
  ...CARRIED,
  ...APPROVALS,
  ...AGREEMENTS,
  ...OWN_RECORDS,
  ...PAGES,
  ...MEANINGS,
  ...PATHS,
  ...LOOKUPS,
  ...IDLE,
  ...DATES,
  ...PAGE_PARTS,
  ...CODES,
];
