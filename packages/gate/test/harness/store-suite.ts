import { describe } from 'vitest';
import { callNumberTests } from './store-suite/call-numbers.ts';
import { callTests } from './store-suite/calls.ts';
import { changeTests } from './store-suite/changes.ts';
import { countTests } from './store-suite/counts.ts';
import { openerTests } from './store-suite/openers.ts';
import { peopleTests } from './store-suite/people.ts';
import { queryTests } from './store-suite/queries.ts';
import { recordQueryTests } from './store-suite/record-queries.ts';
import { recordTests } from './store-suite/record.ts';
import { sessionListTests } from './store-suite/session-lists.ts';
import { sessionTests } from './store-suite/sessions.ts';
import { toolUseTests } from './store-suite/tool-use.ts';
import { transactionTests } from './store-suite/transactions.ts';
import type { StoreUnderTest } from './store-suite/under-test.ts';
import { atPlace } from './store-suite/under-test.ts';

export type { PlaceOpener, StoreParts, StoreUnderTest } from './store-suite/under-test.ts';

/** What every store must do, whatever it is made of. */
export const storeSuite = (name: string, under: StoreUnderTest): void => {
  const at = atPlace(under);
  describe(`${name}: a store`, () => {
    transactionTests(at);
  });
  describe(`${name}: the record`, () => {
    recordTests(at);
  });
  describe(`${name}: calls`, () => {
    callTests(at);
  });
  describe(`${name}: calls in numbers`, () => {
    callNumberTests(at);
  });
  describe(`${name}: counts`, () => {
    countTests(at);
  });
  describe(`${name}: people`, () => {
    peopleTests(at);
  });
  describe(`${name}: sessions`, () => {
    sessionTests(at);
  });
  describe(`${name}: sessions in lists`, () => {
    sessionListTests(at);
  });
  describe(`${name}: openers`, () => {
    openerTests(at);
  });
  describe(`${name}: queries`, () => {
    queryTests(at);
    recordQueryTests(at);
  });
  describe(`${name}: figures of tools`, () => {
    toolUseTests(at);
  });
  describe(`${name}: changes`, () => {
    changeTests(at);
  });
};
