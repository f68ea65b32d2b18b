import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { useResultTexts } from '../features/reports/use-result-texts.ts';
import { VisitKitView } from '../features/visit-kit/visit-kit.view.tsx';
import en from '../locales/visit.en-US.json' with { type: 'json' };
import vi from '../locales/visit.vi-VN.json' with { type: 'json' };
import type { ScreenProps } from './screen-props.ts';

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The visit kit, plus the question texts shared with result screens. */
export function VisitScreen({ level }: ScreenProps) {
  useScreenTexts(TEXTS);
  useResultTexts();
  return <VisitKitView level={level} />;
}
