// `tiny-stdio.ts legacy|modern|both [quirk,…]`: the small server as a child process.
import { appendFileSync, writeSync } from 'node:fs';
import { TinyServer } from './tiny-server.ts';
import type { TinyOptions } from './tiny-server.ts';

const [era = 'legacy', quirks = ''] = process.argv.slice(2);
const options: TinyOptions = { era: era as TinyOptions['era'], quirks: quirks.split(',') };
const log = process.env['TINY_LOG'];

const write = (text: string, fd = 1): void => {
  let left = Buffer.from(text);
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
  }
};

if (options.quirks.includes('banner')) write('Tiny server 1.0\nlistening\n');
if (options.quirks.includes('flood')) write(`${'noise '.repeat(400_000)}the end\n`, 2);
if (options.quirks.includes('spawns')) {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000)'], {
    stdio: 'ignore',
  });
  if (log !== undefined) appendFileSync(log, `child ${child.pid}\n`);
}
if (options.quirks.includes('stubborn')) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}

const server = new TinyServer(options, (message) => {
  if (typeof message !== 'string') write(`${JSON.stringify(message)}\n`);
  else if (message === '!exit') process.exit(3);
  else if (message.startsWith('!cut ')) {
    write(message.slice(5));
    process.exit(0);
  } else if (message.startsWith('!flood ')) {
    const chunk = 'x'.repeat(1024 * 1024);
    for (let mib = 0; mib < Number(message.slice(7)); mib += 1) write(chunk);
  } else write(`${message}\n`);
});

let text = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  text += chunk;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n')) {
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    if (log !== undefined) appendFileSync(log, `${line}\n`);
    void server.receive(JSON.parse(line));
  }
});
