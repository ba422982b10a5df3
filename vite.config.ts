import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console; `scripts/build.mjs` builds the server with `vite.server.config.ts`. */
export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist/console', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  server: { proxy: { '/api': process.env.SPOTTER_API ?? 'http://127.0.0.1:3000' } },
});
