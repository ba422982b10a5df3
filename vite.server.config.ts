import { defineConfig } from 'vite';

/** The server as plain JavaScript for Node: our own files only, packages stay where npm put them. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    // The demo is loaded only when it is wanted; its name keeps it beside its assets.
    rollupOptions: { input: { main: 'server/main.ts', cli: 'server/cli/cli.ts', 'demo/loadDemo': 'server/demo/loadDemo.ts' } },
  },
});
