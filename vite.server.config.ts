import { defineConfig } from 'vite';

/** The server as plain JavaScript for Node. Packages stay where npm put them. */
export default defineConfig({
  publicDir: false,
  // But for these: hundreds of small files each, without which the server starts a third sooner.
  ssr: { noExternal: ['date-fns', 'es-toolkit', 'jose', 'kysely', 'stripe'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    // The demo is loaded only when it is wanted; its name keeps it beside its assets.
    rollupOptions: { input: { main: 'server/main.ts', cli: 'server/cli/cli.ts', 'demo/loadDemo': 'demo/loadDemo.ts' } },
  },
});
