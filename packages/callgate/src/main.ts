export const main = async (args: string[]): Promise<void> => { console.log(args); };
