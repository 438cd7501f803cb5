import { NO_MARKUP, htmlPage, isolateForeignText, markup } from '@callgate/catalogue/report';
import { verifyMessages as texts } from '@callgate/messages/cli/verify';
import { callsText, judgedClaims, observationLines, observationText } from './verify-phrases.ts';
import type { ObservedClaims, ObservationReport } from './observation-report.ts';
import { countContradictions, countUntested } from './observation-report.ts';

const row = (tool: ObservedClaims): ReturnType<typeof markup> =>
  markup`<tr><th scope="row"><code>${isolateForeignText(tool.tool, 160)}</code></th><td data-of="${texts.columns.calls}">${isolateForeignText(callsText(tool), 400)}</td><td data-of="${texts.columns.claims}">${judgedClaims(
    tool,
  ).map(
    ({ contradicted, text }) => markup`<p class="small ${contradicted ? 'error' : 'quiet'}">${text}</p>`,
  )}</td><td class="place" data-of="${texts.columns.seen}">${
    tool.problem === undefined
      ? observationLines(tool).map((line) => markup`<p class="small">${isolateForeignText(line, 400)}</p>`)
      : NO_MARKUP
  }</td></tr>
`;

/** The report as one page that loads nothing. */
export const verifyHtml = (report: ObservationReport): string => {
  const { server, at, tools, settleSeconds, withoutCall } = report;
  const contradicted = countContradictions(report);
  const untested = countUntested(report);
  const { columns } = texts;
  return htmlPage(
    { title: texts.title({ server }), at },
    markup`<p>${texts.headline({ tools: tools.length, seconds: settleSeconds })}.</p>
<p><b>${contradicted.claims === 0 ? texts.noContradiction : texts.contradictions(contradicted)}</b>${untested === 0 ? '' : ` ${texts.untested({ claims: untested })}`} ${texts.limits({ calls: tools.reduce((sum, { calls }) => sum + calls, 0) })}</p>
<p class="quiet small">${texts.environment}</p>
<div class="wide"><table class="stack">
<thead><tr>${[columns.tool, columns.calls, columns.claims, columns.seen].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${tools.map(row)}</tbody>
</table></div>
${
  withoutCall.length === 0
    ? NO_MARKUP
    : markup`<p>${texts.withoutCall}</p><ul>${withoutCall.map((each) => markup`<li>${isolateForeignText(observationText(each), 400)}</li>`)}</ul>`
}`,
  );
};
