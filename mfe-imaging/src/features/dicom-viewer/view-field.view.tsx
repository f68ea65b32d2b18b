import { SelectField } from '@phr/ui/select-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { viewOptions } from './picture-info.model.ts';
import type { Slice } from './slice.model.ts';
import type { Stack } from './use-stack.ts';

/** Select of the views named by the file. */
export function ViewField({ stack: { stage, state }, slice }: { readonly stack: Stack; readonly slice: Slice }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  if (slice.views.length === 0) return null;
  return (
    <SelectField
      label={t('dicom.view')}
      required={state.view !== undefined}
      empty={t('dicom.view.own')}
      value={state.view === undefined ? '' : String(state.view)}
      onChange={(value) => value !== '' && stage?.choose(value === 'all' ? 'all' : Number(value))}
      options={viewOptions(slice.views, locale, (key, values) => t(key, { ...values }))}
    />
  );
}
