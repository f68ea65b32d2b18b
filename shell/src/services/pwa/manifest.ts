import type { Locale } from '@phr/contract/host-api';
import { languageOf } from '@phr/i18n/locale';

/** Colours of the splash screen and title bar: background and brand of the light tokens (compared by a test). */
const BACKGROUND = '#f4f7f8';
const THEME = '#ffffff';

const WORDS = {
  'vi-VN': {
    name: 'Sổ sức khỏe gia đình',
    short_name: 'Sổ sức khỏe',
    description: 'Xem và ghi chỉ số sức khỏe của bạn và gia đình.',
    shortcuts: { 'patient-qrs': 'Mã QR cá nhân' },
  },
  'en-US': {
    name: 'Family health record',
    short_name: 'Health record',
    description: 'See and record the health readings of you and your family.',
    shortcuts: { 'patient-qrs': 'Personal QR code' },
  },
} as const satisfies Readonly<Record<Locale, object>>;

/**
 * The web app manifest in one language; both describe the same app. Contains the shell's shortcuts only: the server
 * adds those of modules from the registry. `addressOf` returns an icon's URL.
 */
export function appManifest(locale: Locale, addressOf: (icon: string) => string) {
  const { shortcuts, ...words } = WORDS[locale];
  const icon = (size: 192 | 512, purpose: 'any' | 'maskable') => ({
    src: addressOf(`${purpose}-${size}.png`),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    ...words,
    lang: languageOf(locale),
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: THEME,
    categories: ['health', 'medical'],
    prefer_related_applications: false,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: Object.entries(shortcuts).map(([screen, name]) => ({ name, url: `/${screen}` })),
  };
}
