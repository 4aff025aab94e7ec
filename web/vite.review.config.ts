import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { singleFile } from './plugins/single-file.ts';

// The page that `gongzhu review --html` fills: beside the bundle, which is built before it. What
// begins with a dot is not served.
export default defineConfig({
  plugins: [svelte(), singleFile('.review.html')],
  publicDir: false,
  build: {
    outDir: '../src/gongzhu/server/static',
    emptyOutDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/review-file/main.ts',
      output: { codeSplitting: false },
      checks: { pluginTimings: false },
    },
  },
});
