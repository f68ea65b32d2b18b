import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The built screens of docs/screens.md, which a gate keeps equal to the route tables. */
const BUILT = readFileSync(path.join(import.meta.dirname, '../../docs/screens.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| ([\w-]+) \| `([^`]+)` \| [\w-]+ \| yes \|$/.exec(line))
  .flatMap((row) => (row?.[1] === undefined || row[2] === undefined ? [] : [{ screen: row[1], path: row[2] }]));

/** Addresses of screens that need to be told what they show, of the demo account's record; ids are filled in by `fillIds`. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'encounter-details': ['/encounter-details/:encounter'],
  'appointment-details': ['/appointment-details/:appointment'],
  'appointment-service-details': ['/appointment-service-details/:service'],
  'appointment-practitioner-details': ['/appointment-practitioner-details/:role'],
  'device-details': ['/device-details/:hub'],
  'report-details': ['/report-details/:report'],
  'report-boards': ['/report-boards/:board?range=all'],
  'service-request-detail': ['/service-request-detail/:order'],
  'immunizations-edit': ['/immunizations-edit/:dose'],
  'patient-consent-details': ['/patient-consent-details/:consent'],
  'health-details': ['/health-details/bloodPressures', '/health-details/heartRates', '/health-details/glucoses'],
  'ekg-details': ['/ekg-details/:ecg'],
  'health-boards': ['/health-boards/bloodPressures'],
  'dicom-viewer': ['/dicom-viewer?diagnosticReportId=:imaging'],
  'pdf-viewer': ['/pdf-viewer?diagnosticReportId=:pdf'],
  'image-viewer': ['/image-viewer?diagnosticReportId=:image'],
  'questionnaire-response': ['/questionnaire-response/:questionnaire'],
  'questionnaire-responses': ['/questionnaire-responses/:questionnaire'],
  'questionnaire-response-details': ['/questionnaire-response-details/:answer'],
  'risk-assessment': ['/risk-assessment/:risk'],
  'encounter-risk-assessment': ['/encounter-risk-assessment/:assessed'],
  'update-patient-contactor': ['/update-patient-contactor?index=0'],
};

/** Screens that lead on by themselves (the later steps of a booking to the first one; a journey looks at them), or are only for accounts without a record. */
const PASSING =
  /^(?:appointment-practitioner-select|appointment-slot-select|appointment-create-confirm|confirm-create-profile|create-profile|oneid-cb|auth-cb|partner|utm|register-org)$/;

const addressesOf = ({
  screen,
  path: address,
}: {
  readonly screen: string;
  readonly path: string;
}): readonly string[] => ADDRESSES[screen] ?? [address.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'none')];

/** Screens for people without a session. */
const SIGNED_OUT = /^(?:signin|signup|quick-in|phone-to-verify)$/;

/** Every screen that is built, and an address that does not exist. */
export const SCREENS: readonly string[] = [
  ...BUILT.filter(({ screen }) => !PASSING.test(screen) && !SIGNED_OUT.test(screen)).flatMap(addressesOf),
  '/no-such-screen',
];
export const SIGNED_OUT_SCREENS: readonly string[] = [
  ...BUILT.filter(({ screen }) => SIGNED_OUT.test(screen)).flatMap(addressesOf),
  '/no-such-screen',
];

/** The screens in a few parts, so that each visit of many screens is a short test and both workers have their share. */
export const PARTS: readonly (readonly string[])[] = [0, 1, 2].map((part) =>
  SCREENS.filter((_screen, at) => at % 3 === part),
);

export interface Look {
  readonly locale: 'vi-VN' | 'en-US';
  readonly mode: 'light' | 'dark';
  readonly width: 360 | 1184;
}

export const LOOKS: readonly Look[] = (['vi-VN', 'en-US'] as const).flatMap((locale) =>
  (['light', 'dark'] as const).flatMap((mode) => ([360, 1184] as const).map((width) => ({ locale, mode, width }))),
);

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
