import type { Locale } from '@phr/contract/host-api';
import { placeOfField, type Question, type VitalField } from '@phr/clinical/validation';
import { formatNumber } from '@phr/ui/format';
import type { Translate } from '../readings/reading.words.ts';
import { nameInside, unitTextOf } from '../vital/vital.model.ts';
import { suggestionWords } from './record.model.ts';

interface Told {
  readonly t: Translate;
  readonly locale: Locale;
}

/** What a field measures, inside a sentence: 'nhịp tim', 'huyết áp tâm thu'. */
function whatOf(field: VitalField, { t, locale }: Told): string {
  return field === 'systolic' || field === 'diastolic'
    ? t(`bp.what.${field}`)
    : nameInside(placeOfField(field).key, locale);
}

/** The unit as people read it: that of the vital, or the other one in which glucose is typed. */
function unitWordsOf({ field, unit }: Pick<Question, 'field' | 'unit'>, { t }: Told): string {
  const { key, part } = placeOfField(field);
  return unit.code === part.measures[0].unit.code ? t(unitTextOf(key)) : t(`unit.${unit.key}`);
}

/** The question about a value, with its reason and what was more likely meant (UX-31, R-27). */
export function questionWords(question: Question, told: Told): string {
  const { field, value, reason, suggest, last } = question;
  const { t, locale } = told;
  const unit = unitWordsOf(question, told);
  const params = { what: whatOf(field, told), value: formatNumber(value, locale), unit };
  if (suggest !== undefined) return t('ask.meant', { ...params, other: suggestionWords(suggest, locale) });
  if (reason === 'jump') return t('ask.jump', { ...params, last: formatNumber(last ?? value, locale) });
  return t(reason === 'unusuallyLow' ? 'ask.low' : 'ask.high', params);
}
