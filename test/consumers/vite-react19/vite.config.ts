import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The service's address is the deployment's: here the simulated one.
export default defineConfig({
  plugins: [react()],
  build: { chunkSizeWarningLimit: 700 },
  preview: {
    proxy: {
      '/api': {
        target: process.env['SERVICE'] ?? '',
        changeOrigin: true,
        rewrite: (path) => path.replace('/api', ''),
      },
    },
  },
});
