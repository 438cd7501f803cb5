import { scanReportMessages as texts } from '@callgate/messages/catalogue/scan-report';
import type { Chain } from '../chain.ts';
import type { Finding } from '../finding.ts';
import type { Markup } from './markup.ts';
import { NO_MARKUP, isolateForeignText, markup } from './markup.ts';
import type { RuleFindings } from './scan-totals.ts';
import { groupByRule, isForAuthors, OBSERVE } from './scan-totals.ts';
import { formatCount, exactLocation, CHAIN_KIND_TEXTS, toolPath } from './report-phrases.ts';

const row = (finding: Finding): Markup => {
  const { message, help } = finding;
  return markup`<tr><td class="place"><code>${isolateForeignText(exactLocation(finding), 700)}</code></td><td class="says"><p>${isolateForeignText(message, 1200)}</p><p class="quiet small">${isolateForeignText(help, 800)}</p></td></tr>`;
};

const MOST = 100;

export const findingsTable = (
  findings: readonly Finding[],
  caption: Markup = NO_MARKUP,
): Markup => markup`<div class="wide"><table class="stack">
${caption}<thead><tr><th scope="col">${texts.columns.where}</th><th scope="col">${texts.columns.what}</th></tr></thead>
<tbody>${findings.slice(0, MOST).map(row)}</tbody>
</table>${findings.length > MOST ? markup`<p class="quiet">${texts.html.moreAtTools({ count: findings.length - MOST })}</p>` : NO_MARKUP}</div>`;

const FEW = 12;

const ruleHtml = ({ rule, severity, findings }: RuleFindings, mayOpen: boolean): Markup => {
  const open = mayOpen && severity !== 'note' && (severity === 'error' || findings.length <= FEW);
  const content = markup`<summary><b>${isolateForeignText(rule, 80)}</b><span class="severity ${severity}">${formatCount(findings.length, severity)}</span></summary>
${findingsTable(findings)}`;
  return open ? markup`<details open>${content}</details>` : markup`<details>${content}</details>`;
};

/** Findings by rule, what matters most first. */
export const htmlFindings = (findings: readonly Finding[]): Markup => {
  const authors = findings.filter(isForAuthors);
  const others = findings.filter((finding) => !isForAuthors(finding));
  return markup`<section aria-labelledby="findings">
<h2 id="findings">${texts.headings.findings}</h2>
${others.length === 0 ? markup`<p>${texts.html.noFindings}</p>` : groupByRule(others).map((found) => ruleHtml(found, true))}
${
  authors.length === 0
    ? NO_MARKUP
    : markup`<h3>${texts.headings.authors}</h3>${groupByRule(authors).map((found) => ruleHtml(found, false))}`
}
</section>`;
};

const chainHtml = ({ kind, steps, story, alike }: Chain): Markup => markup`<article class="chain">
<p><b>${CHAIN_KIND_TEXTS[kind]}.</b> ${isolateForeignText(story, 1200)}${alike === 0 ? NO_MARKUP : markup` <span class="quiet">${texts.html.alike({ count: alike })}</span>`}</p>
<ol>${steps.map((step) => markup`<li><code>${isolateForeignText(toolPath(step))}</code> <span class="quiet">${isolateForeignText(step.because, 400)}</span></li>`)}</ol>
</article>`;

const SHOWN = 3;

const group = (policy: string, chains: readonly Chain[]): Markup => {
  const shown = policy === OBSERVE ? [] : chains.slice(0, SHOWN);
  const rest = chains.slice(shown.length);
  return markup`<h3>${texts.headings.chainsUnder({ policy, count: chains.length, observes: policy === OBSERVE })}</h3>
${shown.map(chainHtml)}${
    rest.length === 0
      ? NO_MARKUP
      : markup`<details><summary>${texts.html.show({ count: rest.length, isRest: shown.length > 0 })}</summary>${rest.map(chainHtml)}</details>`
  }`;
};

/** What could be done with the servers together, as stories. */
export const htmlChains = (chains: readonly Chain[]): Markup => {
  const byPolicy = Map.groupBy(chains, ({ policy }) => policy);
  return markup`<section aria-labelledby="chains">
<h2 id="chains">${texts.headings.chains}</h2>
<p class="quiet">${texts.html.chainsIntro}</p>
${byPolicy.size === 0 ? markup`<p>${texts.markdown.noChains}</p>` : [...byPolicy].map(([policy, some]) => group(policy, some))}
</section>`;
};
