import { createEntry } from '@phr/fhir/builders';
import { textsOf } from '@phr/module-kit/checked-form';
import { EntryForm } from '@phr/module-kit/entry-form';
import { useHost } from '@phr/module-kit/host';
import { FieldGroup } from '@phr/ui/field-group';
import { formatNumber } from '@phr/ui/format';
import { NumberField } from '@phr/ui/number-field';
import { SelectField } from '@phr/ui/select-field';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { sendTogether } from '../form/save.api.ts';
import {
  BINGES,
  checkSocial,
  DRINKING,
  EMPTY_SOCIAL,
  packYearsIn,
  socialObservations,
  type SocialEntry,
  type SocialForm,
} from './social-history.model.ts';

/** Pack-years, as soon as they are known. */
function PackYears({ form }: { readonly form: SocialForm }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const packYears = packYearsIn(form);
  return (
    <p role="status">
      {packYears !== undefined && packYears > 0 && t('soc.packYears', { value: formatNumber(packYears, locale) })}
    </p>
  );
}

interface TobaccoProps {
  readonly form: SocialForm;
  readonly set: (part: Partial<SocialForm>) => void;
  readonly idOf: (field: string) => string;
  readonly errorOf: (field: string) => string | undefined;
}

/** Packs a year and years, of which pack-years come. */
function Tobacco({ form, set, idOf, errorOf }: TobaccoProps) {
  const { t } = useTranslation();
  return (
    <FieldGroup title={t('soc.tobacco')}>
      <NumberField
        id={idOf('packs')}
        label={t('soc.tobacco.packs')}
        optional
        hint={t('soc.packsHint')}
        unit={t('soc.unit.packs')}
        value={form.packs}
        error={errorOf('packs')}
        onChange={(packs) => set({ packs })}
      />
      <NumberField
        id={idOf('years')}
        label={t('soc.tobacco.years')}
        optional
        unit={t('soc.unit.years')}
        value={form.years}
        error={errorOf('years')}
        onChange={(years) => set({ years })}
      />
      <PackYears form={form} />
    </FieldGroup>
  );
}

/** Records drinking and smoking for the family doctor. */
export function HealthRiskFactorsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { request } = useHost();
  const [search] = useSearchParams();
  const encounterId = search.get('encounterId') ?? undefined;
  return (
    <EntryForm<SocialForm, SocialEntry>
      screen="family-care-health-risk-factors"
      params={encounterId === undefined ? {} : { encounterId }}
      level={level}
      back={
        encounterId === undefined
          ? { screen: 'conditions' }
          : { screen: 'encounter-details', params: { id: encounterId } }
      }
      success="toast.resultSaved"
      submitLabel={t('common.save')}
      initial={() => EMPTY_SOCIAL}
      parse={textsOf}
      check={checkSocial}
      save={(entry, { patientId, today, issued, idOf, queueOf }) => {
        const created = socialObservations(entry, {
          patientId,
          encounterId,
          today,
          issued,
          idOf,
          words: (group, key) => t(`soc.${group}.${key}`),
          names: { alcohol: t('soc.alcohol'), tobacco: t('soc.tobacco') },
        });
        return sendTogether(
          request,
          created.map(({ formId, resource }) => createEntry(resource, formId)),
          created[0]?.formId ?? idOf('all'),
          queueOf(t('screen.family-care-health-risk-factors'), issued, []),
        );
      }}
      about={<p>{t('soc.help')}</p>}
    >
      {({ form, change, idOf, errorOf }) => {
        const set = (part: Partial<SocialForm>) => change((before) => ({ ...before, ...part }));
        return (
          <>
            <FieldGroup title={t('soc.alcohol')}>
              <SelectField
                id={idOf('frequency')}
                label={t('soc.alcohol.frequency')}
                optional
                value={form.frequency}
                error={errorOf('frequency')}
                onChange={(frequency) => set({ frequency })}
                options={DRINKING.map(([key]) => ({ value: key, label: t(`soc.frequency.${key}`) }))}
              />
              {form.frequency !== 'never' && (
                <>
                  <NumberField
                    id={idOf('drinksPerDay')}
                    label={t('soc.alcohol.drinksPerDay')}
                    optional
                    hint={t('soc.drinkHint')}
                    unit={t('soc.unit.drinks')}
                    value={form.drinksPerDay}
                    error={errorOf('drinksPerDay')}
                    onChange={(drinksPerDay) => set({ drinksPerDay })}
                  />
                  <SelectField
                    id={idOf('binge')}
                    label={t('soc.alcohol.binge')}
                    optional
                    hint={t('soc.bingeHint')}
                    value={form.binge}
                    error={errorOf('binge')}
                    onChange={(binge) => set({ binge })}
                    options={BINGES.map(([key]) => ({ value: key, label: t(`soc.binge.${key}`) }))}
                  />
                </>
              )}
            </FieldGroup>
            <Tobacco form={form} set={set} idOf={idOf} errorOf={errorOf} />
          </>
        );
      }}
    </EntryForm>
  );
}
