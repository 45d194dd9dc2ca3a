import { defineConfig } from 'vite';

// `npm run build` builds with this; `npx vite dashboard` serves it while you change it, with the service of `npm start`
// behind it.
export default defineConfig({
  root: import.meta.dirname,
  server: { proxy: { '/v1': 'http://127.0.0.1:8080', '/mailbox/mails': 'http://127.0.0.1:8080' } },
  build: {
    target: 'es2023',
    manifest: 'manifest.json',
    emptyOutDir: true,
    // The CSP allows no data: URLs and no script in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages mark what runs in browsers; here all does.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
    },
  },
  logLevel: 'warn',
});
