import { readFileSync } from 'node:fs';
import { loadManifest } from '@callgate/manifest';

const FILE = new URL('../manifest.yaml', import.meta.url);

export const manifest = loadManifest(readFileSync(FILE, 'utf8'), 'manifest.yaml');
