import type { Locale } from '@phr/contract/locale';
import type { PartProps } from '@phr/module-kit/part';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { GrowthView } from '../features/growth/growth.view.tsx';
import en from '../locales/growth.en-US.json' with { type: 'json' };
import vi from '../locales/growth.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The growth screen with its own texts. */
export function GrowthScreen({ headingLevel }: Pick<PartProps, 'headingLevel'>) {
  useScreenTexts(TEXTS);
  return <GrowthView headingLevel={headingLevel} />;
}
