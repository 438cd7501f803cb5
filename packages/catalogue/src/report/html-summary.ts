import type { Outcome } from '@callgate/core';
import { OUTCOMES } from '@callgate/core';
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
<thead><tr><th scope="col">preset</th><th scope="col" class="number">would run</th><th scope="col" class="number">ask</th><th scope="col" class="number">be blocked</th><th scope="col">share</th></tr></thead>
<tbody>${ENFORCED.map((preset) => markup`<tr><th scope="row">${preset}</th>${OUTCOMES.map((outcome) => markup`<td class="number">${formatInteger(outcomes[preset][outcome])}</td>`)}<td>${bar(outcomes[preset])}</td></tr>`)}</tbody>
</table></div>`;

export const htmlSummary = (totals: ScanTotals): Markup => {
  const { servers, tools, all, toLookAt, chains, outcomes } = totals;
  return markup`<section aria-labelledby="summary">
<h2 id="summary">Summary</h2>
${summaryWords(totals).map((sentence) => markup`<p>${sentence}</p>`)}
<dl class="figures">${[
    figure(formatInteger(servers), servers === 1 ? 'server' : 'servers'),
    figure(formatInteger(tools), tools === 1 ? 'tool' : 'tools'),
    figure(formatPercent(all, tools), 'of the tools claim all four hints'),
    figure(formatInteger(toLookAt), toLookAt === 1 ? 'finding to look at' : 'findings to look at'),
    figure(formatInteger(chains), chains === 1 ? 'chain with nobody asked' : 'chains with nobody asked'),
  ]}</dl>
${outcomeTable('All tools, in a session that has touched nothing', outcomes)}
</section>`;
};

export const serverId = (at: number): string => `server-${at + 1}`;

const serverRow = (server: ScannedServer, at: number): Markup => {
  const { name, trust, coverage, outcomes, problem } = server;
  const { look, worst, other } = weighFindings(server);
  const link = markup`<th scope="row"><a href="#${serverId(at)}">${isolateForeignText(name, 120)}</a></th><td data-of="trust">${trust}</td>`;
  if (problem !== undefined)
    return markup`<tr>${link}<td colspan="7" class="block">could not be looked at</td></tr>`;
  return markup`<tr>${link}<td class="number" data-of="tools">${formatInteger(coverage.tools)}</td><td class="number" data-of="all four hints">${formatPercent(coverage.all, coverage.tools)}</td>${OUTCOMES.map(
    (outcome) =>
      markup`<td class="number" data-of="${outcome === 'auto' ? 'run' : outcome === 'confirm' ? 'ask' : 'blocked'}">${formatInteger(outcomes.balanced[outcome])}</td>`,
  )}<td class="number" data-of="to look at">${look === 0 ? NO_MARKUP : markup`<b class="${worst}">${formatInteger(look)}</b>`}</td><td class="number" data-of="notes">${other === 0 ? NO_MARKUP : formatInteger(other)}</td></tr>`;
};

export const htmlOverview = ({ servers }: ScanReport): Markup => markup`<section aria-labelledby="servers">
<h2 id="servers">Servers</h2>
<div class="wide"><table class="stack">
<caption>What would run, ask and be blocked: under balanced</caption>
<thead><tr><th scope="col">server</th><th scope="col">trust</th><th scope="col" class="number">tools</th><th scope="col" class="number">all four hints</th><th scope="col" class="number">run</th><th scope="col" class="number">ask</th><th scope="col" class="number">blocked</th><th scope="col" class="number">to look at</th><th scope="col" class="number">notes</th></tr></thead>
<tbody>${servers.map(serverRow)}</tbody>
</table></div>
</section>`;
