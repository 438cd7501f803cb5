import { OUTCOMES } from '@callgate/core';
import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { ENFORCED, OUTCOME_WORDS } from './report-phrases.ts';

const STATES = [
  ['all', texts.html.filters.all],
  ...OUTCOMES.map((outcome) => [outcome, OUTCOME_WORDS[outcome]] as const),
  ['found', texts.html.filters.found],
  ['undescribed', texts.html.filters.undescribed],
] as const;

const hide = (chosen: string, rows: string): string =>
  `body:has(${chosen}) tr.tool:not(${rows}) { display: none }`;

/** Which rows go for each choice: the browser does it with no script. */
const RULES = [
  ...ENFORCED.flatMap((preset) =>
    OUTCOMES.map((outcome) =>
      hide(`#under-${preset}:checked):has(#show-${outcome}:checked`, `.${preset}-${outcome}`),
    ),
  ),
  hide('#show-found:checked', '.found'),
  hide('#show-undescribed:checked', '.undescribed'),
].join(' ');

const choice = (group: string, id: string, words: string, first: boolean): Markup =>
  first
    ? markup`<label><input type="radio" name="${group}" id="${group}-${id}" checked> ${words}</label>`
    : markup`<label><input type="radio" name="${group}" id="${group}-${id}"> ${words}</label>`;

export const toolFilters = (): Markup => markup`<style>
${RULES}
</style>
<fieldset><legend>${texts.html.showTools}</legend>${STATES.map(([id, words]) => choice('show', id, words, id === 'all'))}</fieldset>
<fieldset><legend>${texts.html.outcomesUnder}</legend>${ENFORCED.map((preset) => choice('under', preset, preset, preset === 'balanced'))}</fieldset>`;

/** What a row of a tool is found by. */
export const toolClasses = (
  outcome: Readonly<Record<(typeof ENFORCED)[number], string>>,
  { found, undescribed }: { readonly found: boolean; readonly undescribed: boolean },
): string =>
  [
    'tool',
    ...ENFORCED.map((preset) => `${preset}-${outcome[preset]}`),
    ...(found ? ['found'] : []),
    ...(undescribed ? ['undescribed'] : []),
  ].join(' ');
