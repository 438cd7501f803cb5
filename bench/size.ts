export const benchSize = async (): Promise<void> => {};
