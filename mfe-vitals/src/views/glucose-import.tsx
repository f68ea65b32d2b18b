import type { Locale } from '@phr/contract/locale';
import type { PartProps } from '@phr/module-kit/part';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { GlucoseImport } from '../features/glucose-import/glucose-import.view.tsx';
import en from '../locales/import.en-US.json' with { type: 'json' };
import vi from '../locales/import.vi-VN.json' with { type: 'json' };

const TEXTS: Readonly<Record<Locale, Readonly<Record<keyof typeof vi, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The import screen with its own texts. */
export function GlucoseImportScreen({ headingLevel }: Pick<PartProps, 'headingLevel'>) {
  useScreenTexts(TEXTS);
  return <GlucoseImport headingLevel={headingLevel} />;
}
