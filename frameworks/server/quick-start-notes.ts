export const notes = new Map([['draft', 'Nobody needs this.']]);
