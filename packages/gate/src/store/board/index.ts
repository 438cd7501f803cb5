export { MemoryBoard } from './memory-board.ts';
export type { Board, Note, NoteKind, NotePut } from './board.ts';
