import { vi } from 'vitest';

// Files share their worker, which takes less time than a process each, but no module: many keep something or close
// what tests opened.
vi.resetModules();
