import type { Socket } from 'node:net';

/** Counts the connections of each address and closes those that are too many. */
export class Connections {
  private readonly perAddress: number;
  private readonly counts: Map<string, number> = new Map();

  constructor(perAddress: number) {
    this.perAddress = perAddress;
  }

  readonly add = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    const count = this.counts.get(address) ?? 0;
    if (count >= this.perAddress) {
      socket.destroy();
      return;
    }
    this.counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (this.counts.get(address) ?? 1) - 1;
      if (left === 0) this.counts.delete(address);
      else this.counts.set(address, left);
    });
  };
}
