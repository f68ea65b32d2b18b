import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json';

declare const __PHR_VERSION__: string;

export default defineModule({
  manifest,
  version: __PHR_VERSION__,
  texts: { 'vi-VN': () => import('./locales/vi-VN.json'), 'en-US': () => import('./locales/en-US.json') },
  views: {
    app: async () => (await import('./views/app.tsx')).App,
    'blood-pressure': async () =>
      (await import(/* webpackChunkName: "readings" */ './views/blood-pressure.tsx')).BloodPressure,
  },
  slots: {
    'latest-vitals': async () => (await import('./slots/latest-vitals.tsx')).LatestVitals,
  },
});
