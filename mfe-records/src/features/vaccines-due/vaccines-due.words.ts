import { type Disease, SCHEDULE } from '@phr/clinical/vaccines/schedule';
import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import type { DoseGroup } from './vaccines-due.model.ts';
import type { Recommendation } from './vaccination.entity.ts';

// Texts shared by screen and signals, bundled with the rules rather than the dashboard.

export const OPEN = localized('Xem', 'Open');
const VACCINATION = localized('Tiêm chủng', 'Vaccination');

/** "Bạch hầu, ho gà, uốn ván". */
export function diseaseWords(diseases: readonly Disease[], locale: Locale): string {
  return diseases
    .map((disease, at) => {
      const name = SCHEDULE.diseases[disease][locale];
      return at === 0 ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);
    })
    .join(', ');
}

const doseWords = (dose: number | string): Localized => localized(`mũi ${dose}`, `dose ${dose}`);
const dosesWords = (doses: readonly number[]): Localized =>
  doses.length === 1 ? doseWords(doses.join()) : localized(`mũi ${doses.join(', ')}`, `doses ${doses.join(', ')}`);
const AT_BIRTH = localized('mũi sơ sinh', 'birth dose');

/** "Viêm gan B · mũi 2". */
export function groupTitle({ diseases, isAtBirth, numbers }: DoseGroup, locale: Locale): string {
  return `${diseaseWords(diseases, locale)} · ${(isAtBirth ? AT_BIRTH : dosesWords(numbers))[locale]}`;
}

/** The recommendation, in the sender's words, else by its diseases. */
export function recommendationTitle({ name, diseases, dose }: Recommendation, locale: Locale): string {
  const words = name ?? (diseaseWords(diseases, locale) || VACCINATION[locale]);
  return dose === undefined ? words : `${words} · ${doseWords(dose)[locale]}`;
}

/** The title of what is due today. */
export const dueTitle = (title: string, locale: Locale): string =>
  localized(`Đến hạn tiêm: ${title}`, `Vaccination due: ${title}`)[locale];

export const manyDueTitle = (count: number, locale: Locale): string =>
  localized(`${count} mũi tiêm đến hạn`, `${count} vaccinations due`)[locale];

/** Notice below an unsigned schedule. */
export const draftWords = (locale: Locale): string =>
  localized(
    `Theo ${SCHEDULE.names['vi-VN']}, chưa được bác sĩ duyệt`,
    `By ${SCHEDULE.names['en-US']}, not yet reviewed by a clinician`,
  )[locale];
