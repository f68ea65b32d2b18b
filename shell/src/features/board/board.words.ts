import type { Locale } from '@phr/contract/locale';
import { DAY_MS } from '@phr/time/plain-date';
import { formatAge, formatDate, formatMoment } from '@phr/ui/format';
import { localized } from '@phr/i18n/localized';

/** Texts of the board, bundled with it. */
export const WORDS = {
  who: localized('Ai', 'Who'),
  state: localized('Mới nhất', 'Latest'),
  next: localized('Việc tiếp theo', 'Next'),
  asks: localized('Chờ trả lời', 'To answer'),
  nothing: localized('Không có', 'None'),
  unknown: localized('Chưa rõ', 'Not known'),
  failed: localized('Chưa kiểm tra được: {names}', 'Could not be checked: {names}'),
  loading: localized('việc của người thân', 'what your relatives need'),
  more: localized('Thao tác khác: {name}', 'More actions: {name}'),
  inRecord: localized('Bạn đang ở hồ sơ của {name}', 'You are in the record of {name}'),
  stay: localized('Ở lại', 'Stay here'),
};

/**
 * A time, with its age from the day before yesterday on: "07:42 hôm nay", "07:42 23/11/2026 · 7 ngày trước".
 * @param now milliseconds
 */
export function momentWords(at: string, locale: Locale, now: number): string {
  const days = Math.floor((now - Date.parse(at)) / DAY_MS);
  const moment = at.includes('T') ? formatMoment(at, locale, { now }) : formatDate(at, locale);
  return days < 2 ? moment : `${moment} · ${formatAge(days, locale)}`;
}
