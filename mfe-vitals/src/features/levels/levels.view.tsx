import { holds } from '@phr/clinical/bands';
import { shownBands } from '@phr/clinical/ranges';
import type { StoreKey } from '@phr/clinical/codings';
import { formatNumber } from '@phr/ui/format';
import { LevelBadge } from '@phr/ui/level-badge';
import { partName } from '../vital/vital.model.ts';
import { useTranslation } from 'react-i18next';
import type { PartKey } from '@phr/clinical/parts';
import type { Point } from '../chart/series.model.ts';
import { glucoseUnitOf, targetOf } from '../readings/judgement.model.ts';
import { bandPhrase, unitWords, type Language } from '../readings/reading.words.ts';
import css from './levels.module.css';
import table from './range-table.module.css';

interface LevelsProps {
  readonly storeKey: StoreKey;
  /** Completed years for which the levels hold, if known. */
  readonly age: number | undefined;
  readonly language: Language;
  /** Readings to count in each level; without them only the ranges are told. */
  readonly points?: readonly Point[];
}

/** The levels of a vital at an age with their ranges in words, and how many readings fall into each; nothing where no ranges exist. */
export function Levels({ storeKey, age, language, points }: LevelsProps) {
  const { t } = useTranslation();
  const { locale, glucoseUnit } = language;
  const unit = unitWords(storeKey, language);
  const lines = shownBands(storeKey, { ...(age === undefined ? {} : { age }), glucoseUnit });
  if (lines.length === 0) return null;
  const number = (value: number): string => formatNumber(value, locale, unit);
  const who = targetOf(storeKey, age, glucoseUnit)?.who;
  return (
    <div className={css.levels}>
      {who !== undefined && <p className={css.who}>{t('levels.who', { who: t(`who.${who}`) })}</p>}
      {lines.map(({ part, bands }) => (
        <table key={part} className={table.table}>
          <caption className={css.caption}>
            {part === 'value'
              ? t('levels.caption', { unit })
              : t('levels.part', { part: partName(storeKey, part, locale), unit })}
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
                  <LevelBadge
                    level={band.level}
                    direction={directionOf(
                      bands.findIndex(({ level }) => level === 'target'),
                      index,
                    )}
                  />
                </th>
                <td>{bandPhrase(band, number, language.t)}</td>
                {points !== undefined && (
                  <td className={table.number}>{countIn(points, storeKey, part, age, index)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function directionOf(target: number, index: number): 'high' | 'low' | undefined {
  if (target === -1 || index === target) return undefined;
  return index > target ? 'high' : 'low';
}

/** Readings whose number lies in a band, in the unit in which it was stored: another unit on screen moves no reading to another level (D-36). */
function countIn(
  points: readonly Point[],
  storeKey: StoreKey,
  part: PartKey,
  age: number | undefined,
  index: number,
): number {
  return points
    .flatMap(({ readings }) => readings)
    .filter((reading) => {
      const amount = reading.parts.find(({ key }) => key === part)?.amount;
      if (amount?.kind !== 'measured') return false;
      const band = shownBands(storeKey, {
        ...(age === undefined ? {} : { age }),
        glucoseUnit: glucoseUnitOf(amount.unit.code),
      }).find((line) => line.part === part)?.bands[index];
      return band !== undefined && holds(band, amount.value);
    }).length;
}
