import type { Outcome } from '@callgate/core';
import { OUTCOMES } from '@callgate/core';
import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import type { ScanReport, ScannedServer } from '../scan/scan-report.ts';
import type { Markup } from './markup.ts';
import { NO_MARKUP, isolateForeignText, markup } from './markup.ts';
import type { ScanTotals } from './scan-totals.ts';
import { weighFindings } from './scan-totals.ts';
import { ENFORCED, formatPercent, summaryWords, formatInteger } from './report-phrases.ts';

type OutcomeSplit = Readonly<Record<Outcome, number>>;

const share = (part: number, all: number): string => `${all === 0 ? 0 : ((100 * part) / all).toFixed(2)}%`;

/** The numbers stand beside it: it is drawn for the eye alone. */
const bar = (split: OutcomeSplit): Markup => {
  const all = split.auto + split.confirm + split.block;
  return markup`<div class="bar" aria-hidden="true">${OUTCOMES.map((outcome) => markup`<span class="${outcome}" style="width:${share(split[outcome], all)}"></span>`)}</div>`;
};

export const figure = (value: string, words: string): Markup =>
  markup`<div><dt>${words}</dt><dd>${value}</dd></div>`;

export const outcomeTable = (
  caption: string,
  outcomes: ScanTotals['outcomes'],
): Markup => markup`<div class="wide"><table class="outcomes">
<caption>${caption}</caption>
<thead><tr><th scope="col">${texts.columns.preset}</th><th scope="col" class="number">${texts.columns.wouldRun}</th><th scope="col" class="number">${texts.columns.wouldAsk}</th><th scope="col" class="number">${texts.columns.wouldBlock}</th><th scope="col">${texts.columns.share}</th></tr></thead>
<tbody>${ENFORCED.map((preset) => markup`<tr><th scope="row">${preset}</th>${OUTCOMES.map((outcome) => markup`<td class="number">${formatInteger(outcomes[preset][outcome])}</td>`)}<td>${bar(outcomes[preset])}</td></tr>`)}</tbody>
</table></div>`;

export const htmlSummary = (totals: ScanTotals): Markup => {
  const { servers, tools, all, toLookAt, chains, outcomes } = totals;
  return markup`<section aria-labelledby="summary">
<h2 id="summary">${texts.headings.summary}</h2>
${summaryWords(totals).map((sentence) => markup`<p>${sentence}</p>`)}
<dl class="figures">${[
    figure(formatInteger(servers), texts.html.figures.servers({ count: servers })),
    figure(formatInteger(tools), texts.html.figures.tools({ count: tools })),
    figure(formatPercent(all, tools), texts.html.figures.allFour),
    figure(formatInteger(toLookAt), texts.html.figures.attention({ count: toLookAt })),
    figure(formatInteger(chains), texts.html.figures.chains({ count: chains })),
  ]}</dl>
${outcomeTable(texts.html.allTools, outcomes)}
</section>`;
};

export const serverId = (at: number): string => `server-${at + 1}`;

const serverRow = (server: ScannedServer, at: number): Markup => {
  const { name, trust, coverage, outcomes, problem } = server;
  const { look, worst, other } = weighFindings(server);
  const link = markup`<th scope="row"><a href="#${serverId(at)}">${isolateForeignText(name, 120)}</a></th><td data-of="${texts.columns.trust}">${trust}</td>`;
  if (problem !== undefined)
    return markup`<tr>${link}<td colspan="7" class="block">${texts.failed}</td></tr>`;
  return markup`<tr>${link}<td class="number" data-of="${texts.columns.tools}">${formatInteger(coverage.tools)}</td><td class="number" data-of="${texts.columns.allFour}">${formatPercent(coverage.all, coverage.tools)}</td>${OUTCOMES.map(
    (outcome) =>
      markup`<td class="number" data-of="${texts.counts[outcome]}">${formatInteger(outcomes.balanced[outcome])}</td>`,
  )}<td class="number" data-of="${texts.columns.attention}">${look === 0 ? NO_MARKUP : markup`<b class="${worst}">${formatInteger(look)}</b>`}</td><td class="number" data-of="${texts.columns.notes}">${other === 0 ? NO_MARKUP : formatInteger(other)}</td></tr>`;
};

export const htmlOverview = ({ servers }: ScanReport): Markup => markup`<section aria-labelledby="servers">
<h2 id="servers">${texts.headings.servers}</h2>
<div class="wide"><table class="stack">
<caption>${texts.html.overview}</caption>
<thead><tr><th scope="col">${texts.columns.server}</th><th scope="col">${texts.columns.trust}</th>${[texts.columns.tools, texts.columns.allFour, ...OUTCOMES.map((outcome) => texts.counts[outcome]), texts.columns.attention, texts.columns.notes].map((name) => markup`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${servers.map(serverRow)}</tbody>
</table></div>
</section>`;
