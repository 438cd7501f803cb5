import type { ScannedTool } from '../scan/report.ts';
import type { Markup } from './markup.ts';
import { NOTHING, foreign, markup } from './markup.ts';
import { beliefWords, counted, suggestionWords } from './words.ts';

const list = (title: string, items: readonly Markup[]): Markup =>
  items.length === 0
    ? NOTHING
    : markup`<p>${title}</p><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

const saidOf = ({ title, description }: ScannedTool): Markup =>
  markup`${
    title === null ? NOTHING : markup`<p><b>${foreign(title, 200)}</b></p>`
  }${description === null || description === '' ? markup`<p>It has no description.</p>` : markup`<p>${foreign(description, 600)}</p>`}`;

/** What a row of a table has no room for. */
export const toolDetails = (tool: ScannedTool): Markup => {
  const { findings, conflicts, malformed } = tool;
  return markup`<details><summary>more${findings.length === 0 ? '' : `, ${counted(findings.length, 'finding')}`}</summary>
${saidOf(tool)}
<p>Believed: ${beliefWords(tool)
    .map(({ words, ground }) => `${words} (${ground})`)
    .join(', ')}</p>
${list(
  'Suggested, because:',
  suggestionWords(tool).map(
    ({ words, confidence, because }) =>
      markup`${words}, ${Math.round(100 * confidence)} %: ${foreign(because.join('; '), 300)}`,
  ),
)}${list('Claims that cannot be taken as they are:', [
    ...conflicts.map(
      ({ hints, between }) => markup`${hints.join(' and ')} conflict: ${foreign(between.join(', '), 200)}`,
    ),
    ...malformed.map(
      ({ home, key, problem }) =>
        markup`<code>${foreign(`${home}.${key}`, 120)}</code>: ${foreign(problem, 200)}`,
    ),
  ])}${list(
    'Findings:',
    findings.map(
      ({ severity, rule, message }) =>
        markup`<span class="severity ${severity}">${severity}</span> ${foreign(rule, 80)}: ${foreign(message, 600)}`,
    ),
  )}</details>`;
};
