import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import en from '../../locales/fix.en-US.json' with { type: 'json' };
import vi from '../../locales/fix.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<keyof typeof vi, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** Texts of corrections, excluded from the first screen. */
export function useFixTexts(): void {
  useScreenTexts(TEXTS);
}
