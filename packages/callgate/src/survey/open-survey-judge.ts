import { OperatorDecisionFile } from '@callgate/gateway/tools';
import { ToolJudge } from '@callgate/operations/tools';
import type { HomePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import { openPolicy } from '../input/open-policy.ts';
import type { ClientMachine } from '../init/clients.ts';
import type { SurveyJudge } from './judge-survey.ts';

/** Judges as `callgate run` does where nobody names another policy. */
export const openSurveyJudge = ({ folder }: HomePaths, env: ClientMachine['env']): SurveyJudge => ({
  judge: new ToolJudge(openPolicy(['balanced']), now),
  env,
  decisions: new OperatorDecisionFile(folder).read(),
});
