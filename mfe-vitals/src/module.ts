import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json' with { type: 'json' };

declare const __PHR_VERSION__: string;

// bundled in both languages: every screen needs them
const slotTexts = {
  'vi-VN': () => import(/* webpackMode: "eager" */ './locales/slot.vi-VN.json', { with: { type: 'json' } }),
  'en-US': () => import(/* webpackMode: "eager" */ './locales/slot.en-US.json', { with: { type: 'json' } }),
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
  views: {
    app: async () => (await import('./views/app.tsx')).App,
    'blood-pressure': async () =>
      (await import(/* webpackChunkName: "readings" */ './views/blood-pressure.tsx')).BloodPressure,
  },
  slots: {
    'latest-vitals': async () =>
      (await import(/* webpackChunkName: "slot" */ './slots/latest-vitals.tsx')).LatestVitals,
  },
  signals: { readings: async () => (await import(/* webpackChunkName: "slot" */ './sources/readings.ts')).readings },
  search: async () => (await import(/* webpackChunkName: "search" */ './sources/search.ts')).find,
});
