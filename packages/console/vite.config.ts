import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [react()],
  resolve: { conditions: ['@callgate/source', 'module', 'browser', 'production'] },
  build: {
    outDir: join(import.meta.dirname, 'dist', 'web'),
    emptyOutDir: true,
    // a script of its own, put inline, would need a hole in the content security policy
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
