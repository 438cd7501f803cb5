/** Shown although they are in a temporary folder: names are resolved by the first, the second has the programs of NixOS. */
export const NEEDED_PLACES: readonly string[] = ['/etc/resolv.conf', '/run/current-system'];
