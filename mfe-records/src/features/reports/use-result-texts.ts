import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import en from '../../locales/results.en-US.json' with { type: 'json' };
import vi from '../../locales/results.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<keyof typeof vi, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** Adds the texts of results, which no other screen loads. */
export function useResultTexts(): void {
  useScreenTexts(TEXTS);
}
