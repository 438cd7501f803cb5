import type { Chain } from '../chain.ts';
import type { Markup } from './markup.ts';
import { NOTHING, foreign, markup } from './markup.ts';
import { OBSERVE } from './totals.ts';
import { KIND, counted, targetOf, whole } from './words.ts';

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
