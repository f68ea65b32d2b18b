import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json' with { type: 'json' };

declare const __PHR_VERSION__: string;

export default defineModule({
  manifest: { name: manifest.name, contract: manifest.contract },
  version: __PHR_VERSION__,
  texts: {
    'vi-VN': () => import('./locales/vi-VN.json', { with: { type: 'json' } }),
    'en-US': () => import('./locales/en-US.json', { with: { type: 'json' } }),
  },
  views: {
    app: async () => (await import('./views/app.tsx')).App,
    // embeddable view, without routes
    list: async () => (await import('./views/list.tsx')).List,
  },
  slots: { newest: async () => (await import('./slots/newest.tsx')).Newest },
  signals: { goals: async () => (await import('./sources/goals.ts')).goals },
  search: async () => (await import('./sources/search.ts')).find,
});
