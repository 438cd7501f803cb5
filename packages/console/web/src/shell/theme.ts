import { useCallback, useState } from 'react';

const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = 'callgate-theme';

const kept = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEPT_AS)) ?? 'auto';

const apply = (theme: Theme): void => {
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
};

/** What was chosen before, from the first moment on. */
export const applyKeptTheme = (): void => apply(kept());

/** Light, dark, or as the system has it. */
export const useTheme = (): readonly [Theme, next: () => void] => {
  const [theme, setTheme] = useState(kept);
  const next = useCallback(() => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    localStorage.setItem(KEPT_AS, following);
    apply(following);
    setTheme(following);
  }, [theme]);
  return [theme, next];
};
