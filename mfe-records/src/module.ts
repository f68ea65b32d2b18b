import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json' with { type: 'json' };

declare const __PHR_VERSION__: string;

// One file with the slot itself.
const slotTexts = {
  vi: () => import(/* webpackChunkName: "slot" */ './locales/slot.vi.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "slot" */ './locales/slot.en.json', { with: { type: 'json' } }),
};
const screenTexts = {
  vi: () => import('./locales/vi.json', { with: { type: 'json' } }),
  en: () => import('./locales/en.json', { with: { type: 'json' } }),
};

/** All texts of one language: those of the slot belong to the screens, too. */
async function textsIn(language: 'vi' | 'en') {
  const [slot, screens] = await Promise.all([slotTexts[language](), screenTexts[language]()]);
  return { default: { ...slot.default, ...screens.default } };
}

export default defineModule({
  manifest,
  version: __PHR_VERSION__,
  texts: { vi: () => textsIn('vi'), en: () => textsIn('en') },
  slotTexts,
  views: { app: async () => (await import(/* webpackChunkName: "app" */ './views/app.tsx')).App },
  slots: {
    'recent-encounters': async () =>
      (await import(/* webpackChunkName: "slot" */ './slots/recent-encounters.tsx')).RecentEncounters,
  },
});
