import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    globalSetup: ['test/support/globalSetup.ts'],
    testTimeout: 60_000,
    // Two workers: agent processes run beside them, and the target machine has two cores.
    maxWorkers: 2,
  },
});
