import { homedir } from 'node:os';
import { SCANNED_PRESETS } from '@callgate/catalogue';
import type { ScannedPreset } from '@callgate/catalogue';
import { CallgateError, display } from '@callgate/core';
import { isAlias, parseAllowedHost } from '@callgate/gateway/config';
import { openLineOutput } from '../show/line-output.ts';
import { askToApprove } from '../show/ask-to-approve.ts';
import { homePaths } from '../home/home-paths.ts';
import { detectOwnCommand } from '../init/detect-own-command.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { SCAN_THRESHOLDS, parseScanThresholds } from '../scan/scan-threshold.ts';
import { SCAN_FORMATS, parseScanFormat } from '../scan/format-scan-report.ts';
import type { ScanEnvironment } from '../scan/run-scan.ts';
import { runScan } from '../scan/run-scan.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';
import { parseReach, parseTimeout, parseTrustOption, optionValues } from '../options/reach-options.ts';

const presetFrom = (written: string | undefined): ScannedPreset => {
  const preset = SCANNED_PRESETS.find((each) => each === (written ?? 'balanced'));
  if (preset !== undefined) return preset;
  throw new CallgateError('OPTION_VALUE', `there is no preset \`${display(written ?? '', { max: 40 })}\``, {
    help: `use ${SCANNED_PRESETS.join(', ')}`,
  });
};

const nameFrom = (written: string | undefined): string | undefined => {
  if (written === undefined || isAlias(written)) return written;
  throw new CallgateError('OPTION_VALUE', `a server cannot be called \`${display(written, { max: 80 })}\``, {
    help: 'use 1 to 64 letters, digits, - and _, without two _ in a row and without one at either end',
  });
};

const worldOf = (output: string | undefined): ScanEnvironment => {
  const { stdin, stdout, stderr } = process;
  return {
    machine: { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env },
    home: homePaths(process.env),
    own: detectOwnCommand,
    now: () => now().at,
    ...(output === undefined && stdout.isTTY
      ? { terminal: { width: stdout.columns, colour: process.env['NO_COLOR'] === undefined } }
      : {}),
    // the report may go to a file or a pipe: the question goes where the commands were shown
    ...(stdin.isTTY && stderr.isTTY
      ? { ask: () => askToApprove({ input: stdin, output: stderr, word: undefined }) }
      : {}),
    out: async (text) => {
      const to = await openLineOutput(output);
      await to.line(text);
      await to.close();
    },
    err: (text) => void stderr.write(text),
  };
};

export const commands: Commands = {
  scan: command(
    {
      url: textOption('A streamable HTTP server'),
      'header-env': textOption(
        'With --url: HEADER=VARIABLE, a header and the variable that holds its value; may be repeated',
      ),
      'allow-private': textOption(
        'With --url: HOST[:PORT] in a private network that may be reached; may be repeated',
      ),
      config: textOption('All servers of a configuration of Callgate', { alias: 'c' }),
      tools: textOption('A saved tools/list answer, a catalogue, or a folder of them; may be repeated'),
      'all-clients': flagOption('All servers that the MCP clients of this machine know'),
      name: textOption('What to call the server after -- or --url'),
      trust: textOption('untrusted, trusted or owned; what the configuration says if absent'),
      yes: flagOption('Ask nobody before commands out of files are run and addresses out of files contacted'),
      timeout: textOption('Seconds a server may take to answer; 30 if absent'),
      format: textOption(`${SCAN_FORMATS.join(', ')}; text if absent`),
      json: flagOption('The same as --format json'),
      output: textOption('Write the report to this file', { alias: 'o' }),
      'fail-on': textOption(
        `Exit with 2 where there is one of ${SCAN_THRESHOLDS.join(', ')}; several with commas`,
      ),
      under: textOption('The preset that --fail-on block and chain are about; balanced if absent'),
    },
    async (given, { own, rest }) => {
      const allowPrivate = optionValues(own, '--allow-private');
      for (const host of allowPrivate) parseAllowedHost(host);
      process.exitCode = await runScan(
        {
          name: nameFrom(given.name),
          reach: parseReach('scan', given.url, own, rest),
          allowPrivate,
          config: given.config,
          tools: optionValues(own, '--tools'),
          allClients: given['all-clients'] ?? false,
          trust: given.trust === undefined ? undefined : parseTrustOption(given.trust),
          yes: given.yes ?? false,
          seconds: parseTimeout(given.timeout),
          format: parseScanFormat(given.format, given.json ?? false),
          failOn: parseScanThresholds(given['fail-on']),
          under: presetFrom(given.under),
        },
        worldOf(given.output),
      );
    },
    { takesCommand: true },
  ),
};
