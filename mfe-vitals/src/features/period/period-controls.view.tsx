import { CHART_RANGES, PRESETS } from '@phr/clinical/periods';
import { deviceZone } from '@phr/time/zone';
import { IconButton } from '@phr/ui/icon-button';
import { IconForward, IconPrevious } from '@phr/ui/icons';
import { SelectField } from '@phr/ui/select-field';
import { useTranslation } from 'react-i18next';
import { ChoiceRow } from '../vital/choice-row.view.tsx';
import common from '../vital/common.module.css';
import css from './period-controls.module.css';
import { neighbour, presetChoice, presetOf } from './period.model.ts';
import type { PeriodControl } from './use-period.ts';

/** Chooses a period: its length, the one before or after, or a preset by name. */
export function PeriodControls({ control: { now, chosen, choose, words } }: { readonly control: PeriodControl }) {
  const { t } = useTranslation();
  const zone = deviceZone();
  const move = (step: 1 | -1) => {
    const next = neighbour(chosen, step, now, zone);
    return next === undefined ? undefined : () => choose(next);
  };
  const later = move(1);
  return (
    <>
      <div className={css.choices}>
        <ChoiceRow
          label={t('range.label')}
          current={chosen.range}
          options={CHART_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChoose={(range) => choose({ range, anchorDay: chosen.anchorDay })}
        />
      </div>
      <div className={`${common.ends} ${css.row}`}>
        <div className={css.preset} data-print="hide">
          <SelectField
            label={t('preset.label')}
            value={presetOf(chosen, now, zone) ?? ''}
            empty={t('preset.own')}
            options={PRESETS.map((value) => ({
              value,
              label: t(/^\d+d$/.test(value) ? `range.${value}` : `preset.${value}`),
            }))}
            onChange={(value) => {
              const preset = PRESETS.find((one) => one === value);
              if (preset !== undefined) choose(presetChoice(preset, now, zone));
            }}
          />
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
    </>
  );
}
