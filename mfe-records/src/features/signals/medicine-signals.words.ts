import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import { dayPartOf, type DayPart, eventPartOf } from '@phr/fhir/doses';
import { truncate } from '@phr/ui/format';
import type { DayDose, EventDose, PlannedDose } from '../medicines/day.model.ts';
import type { AllergyWarning } from '../medicines/warning.model.ts';

// Texts bundled with the rules rather than the dashboard: most records have no medicine.

const NAME = 40;

export const TAKEN = localized('✓ Đã uống', '✓ Taken');
export const SKIP = localized('Bỏ qua', 'Skip');
export const OPEN = localized('Xem', 'Open');
/** Stored reason of a dose skipped without one. */
export const NO_REASON = localized('Không nêu lý do', 'No reason given');

const PARTS: Readonly<Record<DayPart | 'any', Localized>> = {
  any: localized('trong ngày', 'today'),
  morning: localized('sáng', 'morning'),
  noon: localized('trưa', 'midday'),
  evening: localized('tối', 'evening'),
};

export const dueTitle = ({ medicine, time }: PlannedDose): string => `${truncate(medicine.title, NAME)} · ${time}`;

/** A dose of which a part of the day is known and no hour. */
export function eventTitle(dose: EventDose, l: Locale): string {
  const part = PARTS[eventPartOf(dose)][l];
  return `${truncate(dose.medicine.title, NAME)} · ${part}, ${NO_HOUR[l]}`;
}

const NO_HOUR = localized('chưa đặt giờ', 'no time set');

export const instructionWords = (text: string, l: Locale): string =>
  localized(`Cách dùng: ${text}`, `How to take: ${text}`)[l];

export function unrecordedTitle(planned: PlannedDose, l: Locale): string {
  const name = truncate(planned.medicine.title, NAME);
  const part = PARTS[dayPartOf(planned)];
  return localized(`Chưa ghi: ${name}, ${part['vi-VN']}`, `Not recorded: ${name}, ${part['en-US']}`)[l];
}

/** What the person reads while the record of a dose waits for the network. */
export function waitingTitle({ medicine, time }: DayDose, isTaken: boolean, l: Locale): string {
  const name = `${medicine.title}, ${time ?? NO_HOUR[l]}`;
  return (isTaken ? localized(`Đã uống: ${name}`, `Taken: ${name}`) : localized(`Bỏ qua: ${name}`, `Skipped: ${name}`))[
    l
  ];
}

export function stockTitle(title: string, days: number, l: Locale): string {
  const name = truncate(title, NAME);
  return localized(`Còn khoảng ${days} ngày: ${name}`, `About ${days} ${days === 1 ? 'day' : 'days'} left: ${name}`)[l];
}

export const STOCK_WHY = localized(
  'Đếm lại, hoặc mua thêm trước khi hết.',
  'Count again, or buy more before it runs out.',
);

export function allergyTitle({ substance, isSevere }: AllergyWarning, l: Locale): string {
  const name = truncate(substance, NAME);
  return localized(
    `Hồ sơ ghi dị ứng ${name}${isSevere ? ' (nặng)' : ''}`,
    `${isSevere ? 'Severe allergy' : 'Allergy'} on record: ${name}`,
  )[l];
}

export function allergyDetail({ substance, medicine, medicineType, fit }: AllergyWarning, l: Locale): string {
  const what =
    medicineType === 'MedicationRequest'
      ? localized('Đơn có', 'Prescribed:')
      : localized('Thuốc đang dùng:', 'In use:');
  const name = truncate(medicine, 35);
  const why =
    fit.group === undefined
      ? localized(
          `có ${truncate(fit.substance?.['vi-VN'] ?? substance, 25)}`,
          `contains ${truncate(fit.substance?.['en-US'] ?? substance, 25)}`,
        )
      : localized(`thuộc nhóm ${fit.group['vi-VN']}`, `one of the ${fit.group['en-US']}`);
  const ask = localized('Hỏi bác sĩ hoặc dược sĩ trước khi dùng.', 'Ask a doctor or pharmacist first.');
  return `${what[l]} ${name}, ${why[l]}. ${ask[l]}`;
}
