import type { ScanReport } from '../scan/scan-report.ts';
import { toolFilters } from './html-filters.ts';
import { htmlChains, htmlFindings } from './html-findings.ts';
import type { ReportHeader } from './html-page.ts';
import { htmlPage } from './html-page.ts';
import { htmlServers } from './html-servers.ts';
import { htmlOverview, htmlSummary } from './html-summary.ts';
import type { Markup } from './markup.ts';
import { markup } from './markup.ts';
import { allFindings, computeTotals } from './scan-totals.ts';
import { capitalize } from './report-phrases.ts';

/** One file a person can send on. It needs no script and loads nothing. */
export const scanHtml = (report: ScanReport, options: ReportHeader): string => {
  const totals = computeTotals(report);
  const told: readonly (readonly [string, Markup])[] = [
    ['chains', htmlChains(report.chains)],
    ['findings', htmlFindings(allFindings(report))],
  ];
  // chains of a policy that asks nobody anyway are no news
  const parts = totals.chains === 0 ? told.toReversed() : told;
  const names = ['summary', ...parts.map(([name]) => name), 'servers', 'tools'];
  return htmlPage(
    options,
    markup`<nav aria-label="Parts of this report"><ul>${names.map((name) => markup`<li><a href="#${name}">${capitalize(name)}</a></li>`)}</ul></nav>
${htmlSummary(totals)}
${parts.map(([, part]) => part)}
${htmlOverview(report)}
<section aria-labelledby="tools">
<h2 id="tools">Tools, server by server</h2>
${toolFilters()}
${htmlServers(report)}
</section>
<footer class="quiet small">
<p>Nothing was called. Claims are what servers say of themselves; beliefs are what Callgate takes to be true of them; a suggestion is what somebody who reads the definition would probably say, and relaxes nothing by itself.</p>
<p>What is folded when this is printed stays folded: open what should be on paper.</p>
</footer>`,
  );
};
