/** Every screen that is built, with an address of the demo account's record; ids are filled in by `fillIds`. */
export const SCREENS = [
  '/dashboard', '/family', '/profile', '/setting', '/notifications', '/help', '/search', '/form-example', '/component-example',
  '/encounters', '/encounter-details/:encounter', '/report-details/:report', '/conditions', '/immunizations', '/observations-list',
  '/appointments', '/appointment-details/:appointment',
  '/health-indexes', '/health-details/bloodPressures', '/health-details/heartRates', '/health-details/glucoses', '/blood-pressure-create',
  '/medical-devices',
  '/dicom-viewer?diagnosticReportId=:imaging', '/pdf-viewer?diagnosticReportId=:pdf', '/image-viewer?diagnosticReportId=:image',
  '/health-create', '/no-such-screen',
] as const;
export const SIGNED_OUT_SCREENS = ['/signin', '/signup', '/no-such-screen'] as const;

export interface Look { readonly locale: 'vi-VN' | 'en-US'; readonly mode: 'light' | 'dark'; readonly width: 360 | 1184 }

export const LOOKS: readonly Look[] = (['vi-VN', 'en-US'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((mode) => ([360, 1184] as const).map((width) => ({ locale, mode, width }))));

/**
 * Four of the eight looks in which every pair of two settings occurs: what CI visits. The nightly run visits all.
 */
export const PAIRWISE: readonly Look[] = [
  { locale: 'vi-VN', mode: 'light', width: 360 },
  { locale: 'vi-VN', mode: 'dark', width: 1184 },
  { locale: 'en-US', mode: 'light', width: 1184 },
  { locale: 'en-US', mode: 'dark', width: 360 },
];

export const looks = (): readonly Look[] => (process.env['NIGHTLY'] === '1' ? LOOKS : PAIRWISE);
