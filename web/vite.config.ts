import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { ahead } from './plugins/ahead.ts';
import { offline } from './plugins/offline.ts';
import { packed } from './plugins/packed.ts';

// `GONGZHU_SERVER=http://127.0.0.1:8321 npm run dev` works against a server elsewhere.
const server = process.env['GONGZHU_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting(), ahead(), offline(), packed()],
  build: {
    outDir: '../src/gongzhu/server/static',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    // The puzzles lie in the package.
    fs: { allow: ['..'] },
    proxy: { '/api': { target: server, ws: true, changeOrigin: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    restoreMocks: true,
    // A window for each file would cost more than all tests.
    isolate: false,
    pool: 'threads',
    // The first test of a file compiles its pages, which takes long on a busy machine.
    testTimeout: 30_000,
  },
});
