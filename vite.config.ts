import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { groups } from './scripts/lib/chunks.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const alias = [
  { find: /^zod$/, replacement: path('src/performance/zod.ts') },
  // React-admin asks for lodash by the function; es-toolkit does the same in a fraction of the weight.
  { find: /^lodash\/(\w+)(?:\.js)?$/, replacement: 'es-toolkit/compat/$1' },
  { find: 'jsonexport/dist/index.js', replacement: path('src/performance/noSpreadsheet.ts') },
];

/** The package's own exports lead a browser to its development build, with checks and texts nobody sees. */
const productionRouter = [
  { find: /^react-router$/, replacement: path('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: path('node_modules/react-router/dist/production/dom-export.mjs') },
];

/** The console; `scripts/build.mjs` builds the server with `vite.server.config.ts`. */
export default defineConfig(({ command }) => ({
  plugins: [react()],
  resolve: { alias: command === 'build' ? [...alias, ...productionRouter] : alias },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 600,
    // The entry lists the names of all chunks, which compress better with hashes in hexadecimal.
    rolldownOptions: { output: { codeSplitting: { groups }, hashCharacters: 'hex' } },
  },
  server: { proxy: { '/api': process.env.SPOTTER_API ?? 'http://127.0.0.1:3000' } },
}));
