/** The program that shows notifications on this machine; undefined where it has no desktop. */
export const desktopProgram = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): 'osascript' | 'notify-send' | undefined => {
  if (platform === 'darwin') return 'osascript';
  const hasDesktop = ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (env[name] ?? '') !== '');
  return platform === 'linux' && hasDesktop ? 'notify-send' : undefined;
};
