/**
 * Search normalization: lower case, no diacritics, single spaces, `đ` as `d`. The record server stores it and
 * drop-downs filter by it, so both find "Đỗ Ức" by "do uc".
 */
export function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .replace(/[\u2018\u2019\u02BC\u0060]/g, "'")
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
