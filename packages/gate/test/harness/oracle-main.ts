import { parseArgs } from 'node:util';
import { ORACLE_SCRIPT, startOracle } from './oracle-upstream.ts';

const { values } = parseArgs({
  options: {
    socket: { type: 'string' },
    log: { type: 'string' },
    script: { type: 'string', default: '{}' },
  },
});
const { socket, log, script } = values;
if (socket === undefined || log === undefined) {
  process.stderr.write('usage: oracle-main --socket PATH --log PATH [--script JSON]\n');
  process.exit(2);
}

await startOracle({ socketPath: socket, logPath: log, script: ORACLE_SCRIPT.parse(JSON.parse(script)) });
// whoever started it is gone
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
process.stdout.write('ready\n');
