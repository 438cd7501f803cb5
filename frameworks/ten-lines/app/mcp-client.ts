export { connectToNotes as connect } from '../../mcp-client/notes-server.ts';

export const input = 'Note: buy bread';
