import uiTexts from '@phr/ui/locales/vi-VN' with { type: 'json' };
import slot from '../../locales/slot.vi-VN.json' with { type: 'json' };
import screens from '../../locales/vi-VN.json' with { type: 'json' };
import type { Language } from './reading.words.ts';

const texts: Readonly<Record<string, string>> = { ...uiTexts, ...slot, ...screens };

/** Vietnamese in Viet Nam, for tests. */
export const language: Language = {
  t: (key, values = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  locale: 'vi-VN',
  glucoseUnit: 'mmol/L',
  zone: 'Asia/Ho_Chi_Minh',
};
