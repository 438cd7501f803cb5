/** `npm run newcomer [FOLDER]`: installs the tarballs, plays a user's first hour, prints the figures, draws the screens. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../../material/install.ts';
import { packPackages } from '../release/pack-packages.ts';
import { drawScreens } from './draw-screens.ts';
import { pictureConsole } from './picture-console.ts';
import { playNewcomer } from './play-newcomer.ts';
import { playTroubles } from './play-troubles.ts';

const run = promisify(execFile);

const WHAT_TO_ALLOW = 'Allow this call, this folder, this session or always?';
const folder = mkdtempSync(join(tmpdir(), 'cg-pack-'));
try {
  const tarballs = await packPackages(folder);
  const dependencies = Object.fromEntries(tarballs.map(({ name, filename }) => [name, `file:${filename}`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const began = performance.now();
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  const installSeconds = (performance.now() - began) / 1000;
  const callgate = [process.execPath, join(folder, 'node_modules/callgate/bin/callgate.js')] as const;
  const report = await playNewcomer({
    callgate,
    servers: join(await installed('newcomer'), 'node_modules'),
  });
  const troubles = await playTroubles(callgate);
  const forms = Object.fromEntries(report.forms.map((form, at) => [`question ${at + 1}`, form]));
  const screens = { ...report.screens, ...forms, ...troubles };
  for (const [step, text] of Object.entries(screens)) console.log(`── ${step} ──\n${text}\n`);
  const [, , pictures] = process.argv;
  if (pictures !== undefined)
    for (const path of [
      ...(await drawScreens(screens, pictures)),
      ...(await pictureConsole(callgate, pictures)),
    ])
      console.log(`drawn: ${path}`);
  const reads = report.calls.filter(({ isRead }) => isRead);
  const count = (calls: typeof report.calls): number =>
    calls.reduce((sum, { questions }) => sum + questions, 0);
  console.log(`install from tarballs: ${installSeconds.toFixed(1)} s`);
  console.log(`from init to the first gated call: ${report.secondsToFirstCall.toFixed(1)} s`);
  console.log(`questions of init: ${report.setUpQuestions.length}`);
  // each kind of question is one idea that a newcomer must understand
  const ideas = [...report.setUpQuestions, ...(report.forms.length === 0 ? [] : [WHAT_TO_ALLOW])];
  console.log(`ideas to understand: ${ideas.length}\n${ideas.map((idea) => `  ${idea}`).join('\n')}`);
  for (const { tool, questions, isDone } of report.calls)
    console.log(`  ${tool.padEnd(18)} ${isDone ? 'ran' : 'did not run'}, ${questions} questions`);
  console.log(
    `calls: ${report.calls.length}, asked ${count(report.calls)}; reads: ${reads.length}, asked ${count(reads)}`,
  );
  console.log(
    report.changedByUndo.length === 0
      ? 'undo: every file as before, byte for byte'
      : `undo: different: ${report.changedByUndo.join(', ')}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
