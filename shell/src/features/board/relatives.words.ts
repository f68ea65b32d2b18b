import { localized } from '@phr/i18n/localized';

/** Texts of the relatives on the dashboard, separate from those of the full board. */
export const WORDS = {
  relatives: localized('Người thân', 'Relatives'),
  see: localized('Xem tình hình', 'See how they are'),
  add: localized('Thêm chỉ số. Cho: {name}', 'Add a reading. For: {name}'),
};

/** Fills in a text's placeholders. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
