import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import type { ScanReport, ScannedServer, ScannedTool } from '../scan/scan-report.ts';
import { toolClasses } from './html-filters.ts';
import { findingsTable } from './html-findings.ts';
import { outcomeTable, serverId } from './html-summary.ts';
import type { Markup } from './markup.ts';
import { NO_MARKUP, isolateForeignText, markup } from './markup.ts';
import { weighFindings } from './scan-totals.ts';
import type { HintPhrase } from './report-phrases.ts';
import {
  ENFORCED,
  OUTCOME_WORDS,
  claimPhrases,
  coverageWords,
  suggestionPhrases,
  beliefPhrases,
} from './report-phrases.ts';

const list = (title: string, items: readonly Markup[]): Markup =>
  items.length === 0
    ? NO_MARKUP
    : markup`<p>${title}</p><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

const descriptionHtml = ({ title, description }: ScannedTool): Markup =>
  markup`${
    title === null ? NO_MARKUP : markup`<p><b>${isolateForeignText(title, 200)}</b></p>`
  }${description === null || description === '' ? markup`<p>${texts.html.noDescription}</p>` : markup`<p>${isolateForeignText(description, 600)}</p>`}`;

/** What a row of a table has no room for. */
const toolDetails = (tool: ScannedTool): Markup => {
  const { findings, conflicts, malformed } = tool;
  return markup`<details><summary>${texts.html.details({ findings: findings.length })}</summary>
${descriptionHtml(tool)}
<p>${texts.html.believed({ beliefs: beliefPhrases(tool).map(({ words, ground }) => `${words} (${ground})`) })}</p>
${list(
  texts.html.suggested,
  suggestionPhrases(tool).map(
    ({ words, confidence, because }) =>
      markup`${words}, ${Math.round(100 * confidence)} %: ${isolateForeignText(because.join('; '), 300)}`,
  ),
)}${list(texts.html.unusableClaims, [
    ...conflicts.map(
      ({ hints, between }) =>
        markup`${texts.html.conflict({ hints })} ${isolateForeignText(between.join(', '), 200)}`,
    ),
    ...malformed.map(
      ({ home, key, problem }) =>
        markup`<code>${isolateForeignText(`${home}.${key}`, 120)}</code>: ${isolateForeignText(problem, 200)}`,
    ),
  ])}${list(
    texts.html.findings,
    findings.map(
      ({ severity, rule, message }) =>
        markup`<span class="severity ${severity}">${severity}</span> ${isolateForeignText(rule, 80)}: ${isolateForeignText(message, 600)}`,
    ),
  )}</details>`;
};

const chips = (words: readonly HintPhrase[]): Markup =>
  words.length === 0
    ? NO_MARKUP
    : markup`<ul class="chips">${words.map(({ words: text, careful }) => (careful ? markup`<li class="careful">${text}</li>` : markup`<li>${text}</li>`))}</ul>`;

/** What is wrong with what it claims, in a few words. */
const doubts = ({ conflicts, malformed }: ScannedTool): Markup => {
  const words = [
    ...(conflicts.length === 0 ? [] : [texts.html.claimsConflict]),
    ...(malformed.length === 0 ? [] : [texts.html.malformedClaims({ count: malformed.length })]),
  ];
  return words.length === 0 ? NO_MARKUP : markup`<span class="small warning">${words.join(', ')}</span>`;
};

const toolRow = (tool: ScannedTool): Markup => {
  const { name, claims, findings, outcome } = tool;
  const classes = toolClasses(outcome, { found: findings.length > 0, undescribed: claims.length === 0 });
  const outcomes = ENFORCED.map(
    (preset) =>
      markup`<td class="short" data-of="${preset}"><span class="outcome ${outcome[preset]}">${OUTCOME_WORDS[outcome[preset]]}</span></td>`,
  );
  return markup`<tr class="${classes}"><th scope="row"><code>${name === '' ? texts.html.unnamed : isolateForeignText(name, 160)}</code></th>${outcomes}<td class="claims" data-of="${texts.columns.claims}">${claims.length === 0 ? markup`<span class="quiet">${texts.html.nothing}</span>` : chips(claimPhrases(tool))}${doubts(tool)}</td><td data-of="${texts.columns.suggestedShort}">${chips(suggestionPhrases(tool))}${toolDetails(tool)}</td></tr>
`;
};

const toolsTable = (tools: readonly ScannedTool[]): Markup => markup`<div class="wide"><table class="stack">
<thead><tr><th scope="col">${texts.columns.tool}</th>${ENFORCED.map((preset) => markup`<th scope="col">${preset}</th>`)}<th scope="col">${texts.columns.claims}</th><th scope="col">${texts.columns.suggested}</th></tr></thead>
<tbody>
${tools.map(toolRow)}</tbody>
</table></div>`;

const OPEN_UP_TO = 2;

const headOf = (server: ScannedServer): Markup => {
  const { name, trust, coverage, problem } = server;
  const { look, worst } = weighFindings(server);
  return markup`<summary><b>${isolateForeignText(name, 120)}</b><span class="quiet">${texts.html.serverLine({ trust, tools: coverage.tools })}</span>${
    look === 0
      ? NO_MARKUP
      : markup` <span class="severity ${worst}">${texts.html.findingCount({ count: look })}</span>`
  }${problem === undefined ? NO_MARKUP : markup` <span class="severity error">${texts.failed}</span>`}</summary>`;
};

const serverHtml = (server: ScannedServer, at: number, open: boolean): Markup => {
  const { from, outcomes, tools, findings, verdict, problem } = server;
  const claimed = coverageWords(server);
  const body = markup`${headOf(server)}
<p>${isolateForeignText(verdict, 600)}</p>
${problem === undefined ? NO_MARKUP : markup`<p class="error">${isolateForeignText(problem, 1000)}</p>`}
<p class="quiet small">${texts.html.readFrom} <code>${isolateForeignText(from, 400)}</code>. ${claimed.length === 0 ? texts.html.noClaims : texts.html.claimed({ claims: claimed })}</p>
${tools.length === 0 ? NO_MARKUP : outcomeTable(texts.html.ownTools, outcomes)}
${findings.length === 0 ? NO_MARKUP : findingsTable(findings, markup`<caption>${texts.html.aboutServer}</caption>`)}
${tools.length === 0 ? NO_MARKUP : toolsTable(tools)}`;
  return open
    ? markup`<details id="${serverId(at)}" open>${body}</details>`
    : markup`<details id="${serverId(at)}">${body}</details>`;
};

export const htmlServers = ({ servers }: ScanReport): readonly Markup[] =>
  servers.map((server, at) => serverHtml(server, at, servers.length <= OPEN_UP_TO));
