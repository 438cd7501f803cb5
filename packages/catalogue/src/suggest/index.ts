export { suggestHints } from './suggest-hints.ts';
