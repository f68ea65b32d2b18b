import { defineModule } from '@phr/module-kit/define-module';
import manifest from '../module.json' with { type: 'json' };

declare const __PHR_VERSION__: string;

export default defineModule({
  // hosts read routes and calls from the registry
  manifest: { name: manifest.name, contract: manifest.contract },
  version: __PHR_VERSION__,
  // bundled in both languages: few texts, needed by everything the module shows
  texts: {
    'vi-VN': () => import(/* webpackMode: "eager" */ './locales/vi-VN.json', { with: { type: 'json' } }),
    'en-US': () => import(/* webpackMode: "eager" */ './locales/en-US.json', { with: { type: 'json' } }),
  },
  views: { app: async () => (await import('./views/app.tsx')).App },
  slots: {
    // one file for their shared code
    'next-appointment': async () =>
      (await import(/* webpackChunkName: "slot" */ './slots/next-appointment.tsx')).NextAppointment,
    appointments: async () => (await import(/* webpackChunkName: "slot" */ './slots/appointments.tsx')).Appointments,
  },
  signals: { visits: async () => (await import(/* webpackChunkName: "slot" */ './sources/visits.ts')).visits },
  search: async () => (await import(/* webpackChunkName: "search" */ './sources/search.ts')).find,
});
