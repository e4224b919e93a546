import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:', // the page's own icon
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

export default defineConfig({
  plugins: [react()],
  build: { chunkSizeWarningLimit: 700 },
  preview: {
    headers: { 'content-security-policy': policy.join('; ') },
    proxy: {
      '/api': {
        target: process.env['SERVICE'] ?? '',
        changeOrigin: true,
        rewrite: (path) => path.replace('/api', ''),
      },
    },
  },
});
