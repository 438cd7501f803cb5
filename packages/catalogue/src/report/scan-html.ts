import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
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

/** One file a person can send on. It needs no script and loads nothing. */
export const scanHtml = (report: ScanReport, options: ReportHeader): string => {
  const totals = computeTotals(report);
  const told: readonly (readonly ['chains' | 'findings', Markup])[] = [
    ['chains', htmlChains(report.chains)],
    ['findings', htmlFindings(allFindings(report))],
  ];
  // chains of a policy that asks nobody anyway are no news
  const parts = totals.chains === 0 ? told.toReversed() : told;
  const names = ['summary', ...parts.map(([name]) => name), 'servers', 'tools'] as const;
  return htmlPage(
    options,
    markup`<nav aria-label="${texts.headings.parts}"><ul>${names.map((name) => markup`<li><a href="#${name}">${texts.headings.navigation[name]}</a></li>`)}</ul></nav>
${htmlSummary(totals)}
${parts.map(([, part]) => part)}
${htmlOverview(report)}
<section aria-labelledby="tools">
<h2 id="tools">${texts.headings.tools}</h2>
${toolFilters()}
${htmlServers(report)}
</section>
<footer class="quiet small">
<p>${texts.html.footer}</p>
<p>${texts.html.printing}</p>
</footer>`,
  );
};
