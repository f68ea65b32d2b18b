import { holds, type ScaleOfPart } from '@phr/clinical/assess/chart-scale';
import type { VitalKey } from '@phr/clinical/codings';
import { formatNumber } from '@phr/ui/format';
import type { Level } from '@phr/clinical/levels';
import { LevelBadge } from '@phr/ui/level-badge';
import { riskWords } from '@phr/ui/risk-words';
import { useUiText } from '@phr/ui/ui-text';
import { partName } from '../vital/vital.model.ts';
import { useTranslation } from 'react-i18next';
import { glucoseUnitOf, type GlucoseUnit } from '@phr/clinical/glucose';
import type { Point } from '../chart/series.model.ts';
import { bandPhrase } from '../readings/range.words.ts';
import { unitWords, type Language } from '../readings/reading.words.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { scaleOf } from '../readings/scale.model.ts';
import css from './levels.module.css';
import table from './range-table.module.css';

interface LevelsProps {
  readonly vitalKey: VitalKey;
  /** Day on which the levels hold, YYYY-MM-DD. */
  readonly day: string | undefined;
  readonly context: ReadingContext;
  readonly language: Language;
  /** Readings to count per level; without them only ranges are shown. */
  readonly points?: readonly Point[];
}

/** Levels of a vital at an age with ranges in words and counts; nothing without ranges. */
export function Levels({ vitalKey, day, context, language, points }: LevelsProps) {
  const { t } = useTranslation();
  const { locale, glucoseUnit } = language;
  const unit = unitWords(vitalKey, language);
  const lines = scaleOf(vitalKey, glucoseUnit, day, context);
  if (lines.length === 0) return null;
  const number = (value: number): string => formatNumber(value, locale, unit);
  const counts =
    points === undefined ? undefined : countsIn(points, vitalKey, (stored) => scaleOf(vitalKey, stored, day, context));
  const who = lines[0]?.range?.forWhom;
  return (
    <div className={css.levels}>
      {who !== undefined && <p className={css.who}>{t('levels.who', { who: t(`who.${who}`) })}</p>}
      {lines.map(({ part, bands }) => (
        <table key={part} className={table.table}>
          <caption className={css.caption}>
            {part === 'value'
              ? t('levels.caption', { unit })
              : t('levels.part', { part: partName(vitalKey, part, locale), unit })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('table.level')}</th>
              <th scope="col">{t('levels.range')}</th>
              {points !== undefined && (
                <th scope="col" className={table.number}>
                  {t('levels.count')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {bands.map((band, index) => (
              <tr key={index}>
                <th scope="row">
                  <LevelBadge level={band.level} side={band.side} isNeutral={band.isNeutral} />
                  <Gravity {...band} />
                </th>
                <td>{bandPhrase(band, number, language.t)}</td>
                {counts !== undefined && <td className={table.number}>{counts.get(`${part} ${index}`) ?? 0}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** Severity of a slight deviation in risk level terms (VIT-43); other levels have the same name. */
function Gravity({ level, isNeutral }: { readonly level: Level; readonly isNeutral?: boolean | undefined }) {
  const text = useUiText();
  const isSame = isNeutral === true || riskWords(level, text) === text(`level.${level}`);
  return isSame ? null : <small className={css.gravity}>{riskWords(level, text)}</small>;
}

/** Counts per band in stored units: the display unit never changes a reading's level (D-36). */
function countsIn(
  points: readonly Point[],
  vitalKey: VitalKey,
  scaleIn: (stored: GlucoseUnit) => readonly ScaleOfPart[],
): ReadonlyMap<string, number> {
  const scales = { 'mmol/L': scaleIn('mmol/L'), 'mg/dL': vitalKey === 'glucoses' ? scaleIn('mg/dL') : [] };
  const counts = new Map<string, number>();
  for (const { readings } of points)
    for (const { parts } of readings)
      for (const { key, amount } of parts) {
        if (amount.kind !== 'measured') continue;
        const bands = scales[glucoseUnitOf(amount.unit.code)].find(({ part }) => part === key)?.bands ?? [];
        const name = `${key} ${bands.findIndex((band) => holds(band, amount.value))}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
  return counts;
}
