import type { Chain } from '../chain.ts';
import type { Finding } from '../finding.ts';
import type { Markup } from './markup.ts';
import { NOTHING, foreign, markup } from './markup.ts';
import type { FoundByRule } from './totals.ts';
import { byRule, isForAuthors, OBSERVE } from './totals.ts';
import { counted, placeOf, whole, KIND, targetOf } from './words.ts';

const row = (finding: Finding): Markup => {
  const { message, help } = finding;
  return markup`<tr><td class="place"><code>${foreign(placeOf(finding), 700)}</code></td><td class="says"><p>${foreign(message, 1200)}</p><p class="quiet small">${foreign(help, 800)}</p></td></tr>`;
};

const MOST = 100;

export const findingsTable = (
  findings: readonly Finding[],
  caption: Markup = NOTHING,
): Markup => markup`<div class="wide"><table class="stack">
${caption}<thead><tr><th scope="col">where</th><th scope="col">what, and what to do</th></tr></thead>
<tbody>${findings.slice(0, MOST).map(row)}</tbody>
</table>${findings.length > MOST ? markup`<p class="quiet">${whole(findings.length - MOST)} more stand at their tools.</p>` : NOTHING}</div>`;

const FEW = 12;

const ruleHtml = ({ rule, severity, findings }: FoundByRule, mayOpen: boolean): Markup => {
  const open = mayOpen && severity !== 'note' && (severity === 'error' || findings.length <= FEW);
  const content = markup`<summary><b>${foreign(rule, 80)}</b><span class="severity ${severity}">${counted(findings.length, severity)}</span></summary>
${findingsTable(findings)}`;
  return open ? markup`<details open>${content}</details>` : markup`<details>${content}</details>`;
};

/** Findings by rule, what matters most first. */
export const htmlFindings = (findings: readonly Finding[]): Markup => {
  const authors = findings.filter(isForAuthors);
  const others = findings.filter((finding) => !isForAuthors(finding));
  return markup`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
${others.length === 0 ? markup`<p>None for whoever runs the servers.</p>` : byRule(others).map((found) => ruleHtml(found, true))}
${
  authors.length === 0
    ? NOTHING
    : markup`<h3>For the authors of the servers</h3>${byRule(authors).map((found) => ruleHtml(found, false))}`
}
</section>`;
};

const chainHtml = ({ kind, steps, story, alike }: Chain): Markup => markup`<article class="chain">
<p><b>${KIND[kind]}.</b> ${foreign(story, 1200)}${alike === 0 ? NOTHING : markup` <span class="quiet">(${whole(alike)} more like it through the same servers)</span>`}</p>
<ol>${steps.map((step) => markup`<li><code>${foreign(targetOf(step))}</code> <span class="quiet">${foreign(step.because, 400)}</span></li>`)}</ol>
</article>`;

const SHOWN = 3;

const group = (policy: string, chains: readonly Chain[]): Markup => {
  const shown = policy === OBSERVE ? [] : chains.slice(0, SHOWN);
  const rest = chains.slice(shown.length);
  return markup`<h3>Under ${policy}: ${counted(chains.length, 'chain')}${policy === OBSERVE ? ', because nothing is enforced' : ''}</h3>
${shown.map(chainHtml)}${
    rest.length === 0
      ? NOTHING
      : markup`<details><summary>${shown.length === 0 ? 'Show' : 'Show the other'} ${counted(rest.length, 'chain')}</summary>${rest.map(chainHtml)}</details>`
  }`;
};

/** What could be done with the servers together, as stories. */
export const htmlChains = (chains: readonly Chain[]): Markup => {
  const byPolicy = Map.groupBy(chains, ({ policy }) => policy);
  return markup`<section aria-labelledby="chains">
<h2 id="chains">Chains of calls with nobody asked</h2>
<p class="quiet">What text that an attacker wrote could make an agent do with these servers as they are.</p>
${byPolicy.size === 0 ? markup`<p>None was found.</p>` : [...byPolicy].map(([policy, some]) => group(policy, some))}
</section>`;
};
