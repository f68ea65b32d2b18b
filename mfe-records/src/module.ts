import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json' with { type: 'json' };

declare const __PHR_VERSION__: string;

// One file with the slot itself.
const slotTexts = {
  'vi-VN': () => import(/* webpackChunkName: "slot" */ './locales/slot.vi-VN.json', { with: { type: 'json' } }),
  'en-US': () => import(/* webpackChunkName: "slot" */ './locales/slot.en-US.json', { with: { type: 'json' } }),
};

export default defineModule({
  // hosts read routes and calls from the registry
  manifest: { name: manifest.name, contract: manifest.contract },
  version: __PHR_VERSION__,
  texts: {
    'vi-VN': () => import('./locales/vi-VN.json', { with: { type: 'json' } }),
    'en-US': () => import('./locales/en-US.json', { with: { type: 'json' } }),
  },
  slotTexts,
  views: { app: async () => (await import(/* webpackChunkName: "app" */ './views/app.tsx')).App },
  slots: {
    'recent-encounters': async () =>
      (await import(/* webpackChunkName: "slot" */ './slots/recent-encounters.tsx')).RecentEncounters,
  },
  signals: {
    requests: async () => (await import(/* webpackChunkName: "slot" */ './sources/requests.ts')).requests,
    medicines: async () => (await import(/* webpackChunkName: "slot" */ './sources/medicines.ts')).medicines,
    vaccines: async () => (await import(/* webpackChunkName: "slot" */ './sources/vaccines.ts')).vaccines,
    findings: async () => (await import(/* webpackChunkName: "slot" */ './sources/findings.ts')).findings,
  },
  search: async () => (await import(/* webpackChunkName: "record" */ './sources/search.ts')).find,
});
