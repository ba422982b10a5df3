import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

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

/**
 * Chunks follow the module graph: all that `/login` needs, what `/pay` shares with the console, what most screens share, what
 * lists, the dashboard and the frame share, and what forms share. Without the last three a screen comes in up to twice as
 * many files: a contact in 81 instead of 40, which is half a second at 60 ms from the server.
 * A group takes its dependencies along: left outside, they import it back, and a chunk runs before what it needs. So what
 * forms need and others do too has a group before them.
 */
const groups = [
  { name: 'entry', tags: ['$initial' as const], priority: 2 },
  {
    name: 'pay',
    test: /\/node_modules\/prop-types\/|\/domain\/shared\/(?:money|decimal)\.ts|\/src\/limits\.ts|\/dataProvider\/sendAttempt\.ts/,
    priority: 1.5,
  },
  { name: 'common', minShareCount: 24, priority: 1 },
  {
    name: 'parts',
    test: /\/src\/(?:dataProvider|ui\/lists|location-scope|custom\/(?:layout|dashboard)|resources\/checkins)\/|\/icons-material\/|\/ra-core\/dist\/core\//,
    minShareCount: 3,
  },
  { name: 'theme', test: /\/src\/ui\/theme\// },
  {
    name: 'rules',
    test: /\/domain\/[a-z-]+\/(?!contract|\w+Contract|address|fields|deskPayment|checklist|paymentIntent)\w+\.ts/,
    minShareCount: 3,
  },
  {
    name: 'forms',
    test: /\/(?:zod|react-hook-form|@hookform)\/|\/src\/(?:performance\/zod|ui\/forms\/)|\/domain\/[a-z-]+\/(?:contract|\w+Contract|address|fields|deskPayment|checklist|paymentIntent)\.ts|\/ra-ui-materialui\/.*\/(?:input|form)\//,
    minShareCount: 3,
  },
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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': process.env.SPOTTER_API ?? 'http://127.0.0.1:3000' } },
}));
