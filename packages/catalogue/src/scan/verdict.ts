import type { ScannedServer } from './report.ts';

type Judged = Omit<ScannedServer, 'verdict' | 'problem'>;

const share = (part: number, whole: number): string => {
  if (part === 0) return 'None of its tools claims';
  if (part === whole) return 'All of its tools claim';
  return `${part} of its ${whole} tools ${part === 1 ? 'claims' : 'claim'}`;
};

/** One sentence about a server that an operator can send on. */
export const verdictOf = ({ coverage, outcomes, tools, findings }: Judged): string => {
  if (coverage.tools === 0) return 'It lists no tools.';
  const errors = [...findings, ...tools.flatMap((tool) => tool.findings)].filter(
    ({ severity }) => severity === 'error',
  ).length;
  const { auto, confirm, block } = outcomes.balanced;
  const described = `${share(coverage.all, coverage.tools)} all four hints`;
  const fate = `under balanced ${auto} would run by themselves, ${confirm} ask and ${block} be blocked`;
  const wrong =
    errors === 0
      ? ''
      : `; ${errors} ${errors === 1 ? 'finding needs' : 'findings need'} a person before it is used`;
  return `${described}; ${fate}${wrong}.`;
};
