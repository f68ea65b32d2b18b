import { PRESETS, type ChartRange } from '@phr/clinical/periods';
import { deviceZone } from '@phr/time/zone';
import { IconButton } from '@phr/ui/icon-button';
import { IconForward, IconPrevious } from '@phr/ui/icons';
import { RangeButtons } from '@phr/ui/range-buttons';
import { useTranslation } from 'react-i18next';
import css from './period-controls.module.css';
import { neighbour, presetChoice, presetOf } from './period.model.ts';
import type { PeriodControl } from './use-period.ts';

/** One press each; single days and named periods are selected separately. */
const LENGTHS = ['7d', '14d', '30d', 'week', 'month', 'year'] as const satisfies readonly ChartRange[];
const NAMED = PRESETS.filter((preset) => !LENGTHS.some((length) => length === preset));

/** The period control (D-88, D-89): length or name, and previous or next. */
export function PeriodControls({ control: { now, chosen, choose, words } }: { readonly control: PeriodControl }) {
  const { t } = useTranslation();
  const zone = deviceZone();
  const move = (step: 1 | -1) => {
    const next = neighbour(chosen, step, now, zone);
    return next === undefined ? undefined : () => choose(next);
  };
  const later = move(1);
  return (
    <div className={css.control}>
      <div className={css.choices}>
        <RangeButtons
          value={LENGTHS.find((length) => length === chosen.range)}
          ranges={LENGTHS}
          onChange={(range) => choose({ range, anchorDay: chosen.anchorDay })}
        />
        <DayChoice control={{ now, chosen, choose }} zone={zone} />
      </div>
      <div className={css.period}>
        <IconButton icon={IconPrevious} label={t('details.earlier')} onClick={move(-1)} />
        <span className={css.days} aria-live="polite">
          {words.from === words.to ? words.from : t('details.from', words)}
        </span>
        <IconButton
          icon={IconForward}
          label={t('details.later')}
          onClick={later}
          aria-disabled={later === undefined || undefined}
        />
      </div>
    </div>
  );
}

/** Selects a day or named week. Its label is "Ngày…" unless one of its names is active. */
function DayChoice({
  control: { now, chosen, choose },
  zone,
}: {
  readonly control: Pick<PeriodControl, 'now' | 'chosen' | 'choose'>;
  readonly zone: string;
}) {
  const { t } = useTranslation();
  const current = NAMED.find((preset) => preset === presetOf(chosen, now, zone));
  return (
    <select
      className={css.day}
      aria-label={t('preset.label')}
      data-chosen={chosen.range === 'day' || undefined}
      value={current ?? ''}
      onChange={({ target }) => {
        const preset = NAMED.find((one) => one === target.value);
        if (preset !== undefined) choose(presetChoice(preset, now, zone));
      }}
    >
      <option value="" disabled>
        {t('preset.own')}
      </option>
      {NAMED.map((preset) => (
        <option key={preset} value={preset}>
          {t(`preset.${preset}`)}
        </option>
      ))}
    </select>
  );
}
