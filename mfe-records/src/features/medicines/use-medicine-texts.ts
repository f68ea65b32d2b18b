import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import en from '../../locales/medicines.en-US.json' with { type: 'json' };
import vi from '../../locales/medicines.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** Texts of medicine and allergy screens, loaded by no other. */
export function useMedicineTexts(): void {
  useScreenTexts(TEXTS);
}
