export { manifest } from '../../../frameworks/server/notes.ts';
