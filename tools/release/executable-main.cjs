// The program of the executable. It unpacks itself once into the user's cache folder and runs from there. Plain
// JavaScript in CommonJS: Node runs nothing else inside an executable.
const {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const { homedir } = require('node:os');
const { dirname, isAbsolute, join, sep } = require('node:path');
const { getAsset, getRawAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');

const cacheFolder = () => {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local } = process.env;
  if (isAbsolute(xdg)) return xdg;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  return join(homedir(), '.cache');
};

const { digest, files } = JSON.parse(getAsset('files.json', 'utf8'));
const parent = join(cacheFolder(), 'callgate');
const home = join(parent, `program-${digest.slice(0, 16)}`);

/** A cleaner of caches may have taken some of it. */
const isWhole = () =>
  files.every((file) => existsSync(join(home, file))) &&
  readFileSync(join(home, 'package.json'), 'utf8') === getAsset('package.json', 'utf8');

const unpack = () => {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'unpacking-'));
  for (const file of files) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, new Uint8Array(getRawAsset(file)), { mode: 0o600 });
  }
  try {
    rmSync(home, { recursive: true, force: true });
    renameSync(folder, home);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // another process was quicker
    if (!isWhole()) throw error;
  }
};

if (!isWhole()) unpack();

// the program starts itself as `node SCRIPT …`: the executable stands for Node there
const [, , first = ''] = process.argv;
const isOwnScript = isAbsolute(first) && first.startsWith(home + sep) && first.endsWith('.js');
const script = isOwnScript ? first : join(home, 'bin', 'callgate.js');
process.argv.splice(1, isOwnScript ? 2 : 1, script);
import(pathToFileURL(script).href);
