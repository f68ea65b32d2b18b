import type { Locale } from '@phr/contract/locale';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { RecordHubView } from '../features/record-hub/record-hub.view.tsx';
import { SummaryView } from '../features/summary/summary.view.tsx';
import en from '../locales/hub.en-US.json' with { type: 'json' };
import vi from '../locales/hub.vi-VN.json' with { type: 'json' };
import type { ScreenProps } from './screen-props.ts';

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };

// They have texts of their own: no other screen loads them.

/** The record on one screen. */
export function RecordScreen({ level }: ScreenProps) {
  useScreenTexts(TEXTS);
  return <RecordHubView level={level} />;
}

/** The summary of the record for a doctor. */
export function SummaryScreen({ level }: ScreenProps) {
  useScreenTexts(TEXTS);
  return <SummaryView level={level} />;
}
