import { shareBelow } from '@phr/clinical/growth/growth';
import type { Indicator } from '@phr/clinical/growth/tables';
import { growthWords } from '@phr/clinical/growth/words';
import type { Locale } from '@phr/contract/locale';
import { formatNumber } from '@phr/ui/format';
import type { Translate } from '../readings/reading.words.ts';
import type { Age, GrowthPoint } from './growth.model.ts';

/** What is needed to put growth into words. */
export interface GrowthLanguage {
  readonly t: Translate;
  readonly locale: Locale;
}

/** The units of charts, as people read them. */
export const UNITS: Readonly<Record<Indicator, string>> = { height: 'cm', weight: 'kg', bmi: 'kg/m²', head: 'cm' };
/** Below this weight in kg the second decimal is significant: 3,150 g is 3.15 kg. */
const LIGHT_KG = 10;

/** "3,15 kg", "72,5 cm". */
export function valueWords(indicator: Indicator, value: number, locale: Locale): string {
  // eslint-disable-next-line phr/one-judge -- how many decimals are shown
  const decimals = indicator === 'bmi' || (indicator === 'weight' && value < LIGHT_KG) ? 2 : 1;
  return `${formatNumber(Number(value.toFixed(decimals)), locale)}\u00a0${UNITS[indicator]}`;
}

/** "−1,20": always with its sign, and with the minus of mathematics. */
export function scoreWords(z: number, locale: Locale): string {
  const digits = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  return digits.format(z).replace('-', '−');
}

/** An age as it is counted in charts: days of a newborn, months to two years, then years and months. */
export function ageWords({ months, days }: Age, { t }: Pick<GrowthLanguage, 't'>): string {
  if (days < 0) return t('growth.beforeTerm', { count: -days });
  if (months < 1) return t('growth.days', { count: days });
  if (months < 24) return t('growth.months', { count: months });
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const whole = t('growth.years', { count: years });
  return rest === 0 ? whole : `${whole} ${t('growth.months', { count: rest })}`;
}

/** How many of 100 children have less; at the ends it says fewer than one, or more than 99. */
export function shareWords(indicator: Indicator, z: number, { t, locale }: GrowthLanguage): string {
  const share = Math.round(shareBelow(z));
  const among =
    share < 1
      ? t('growth.fewerThanOne')
      : share > 99
        ? t('growth.moreThan99')
        : t('growth.about', { share: formatNumber(share, locale) });
  return t(`growth.share.${indicator}`, { among });
}

/** Sentences about a point. @param isWorded false if the deployment shows no such texts */
export function pointWords(
  indicator: Indicator,
  { z, tableDays }: GrowthPoint,
  language: GrowthLanguage,
  isWorded: boolean,
): readonly string[] {
  if (z === undefined) return [language.t('growth.noTable')];
  if (!isWorded) return [];
  const words = growthWords(indicator, tableDays, z, language.locale);
  return [shareWords(indicator, z, language), ...(words === undefined ? [] : [words])];
}
