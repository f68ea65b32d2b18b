import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json' with { type: 'json' };

declare const __PHR_VERSION__: string;

export default defineModule({
  manifest,
  version: __PHR_VERSION__,
  texts: {
    vi: () => import('./locales/vi.json', { with: { type: 'json' } }),
    en: () => import('./locales/en.json', { with: { type: 'json' } }),
  },
  views: { app: async () => (await import('./views/app.tsx')).App },
});
