import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import en from '../../locales/fix.en-US.json' with { type: 'json' };
import vi from '../../locales/fix.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<keyof typeof vi, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The texts of corrections, which the first screen does not load. */
export function useFixTexts(): void {
  useScreenTexts(TEXTS);
}
