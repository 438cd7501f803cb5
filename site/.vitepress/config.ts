import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const PAGES = join(import.meta.dirname, '..', 'pages');

interface SidebarGroup {
  readonly text: string;
  readonly items: { readonly text: string; readonly link: string }[];
}

/** The groups of the index page and the pages that it links. */
const sidebar = (): SidebarGroup[] =>
  readFileSync(join(PAGES, 'index.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.split('\n')[0] ?? '',
      items: [...section.matchAll(/\[([^\]]+)\]\(([a-z]+\/[^)#]+)\.md\)/g)].map(
        ([, text = '', path = '']) => ({
          text,
          link: `/${path}`,
        }),
      ),
    }))
    .filter(({ items }) => items.length > 0);

const slugify = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'Callgate',
  description: 'Decides for every tool call of an AI agent: automatic, needs approval, or blocked',
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  // a page is text: nothing in it is a component; its headings are linked as in the repository
  markdown: { html: false, anchor: { slugify } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Start', link: '/start/first-gated-server' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: sidebar(),
  },
});
