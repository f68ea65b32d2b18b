import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { RecordHubView } from '../features/record-hub/record-hub.view.tsx';
import en from '../locales/hub.en-US.json' with { type: 'json' };
import vi from '../locales/hub.vi-VN.json' with { type: 'json' };
import type { ScreenProps } from './screen-props.ts';

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The record on one screen, with texts of its own: no other screen loads them. */
export function RecordScreen({ level }: ScreenProps) {
  useScreenTexts(TEXTS);
  return <RecordHubView level={level} />;
}
