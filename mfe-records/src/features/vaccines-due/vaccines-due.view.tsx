import { SCHEDULE, scheduleSignature } from '@phr/clinical/vaccines/schedule';
import type { Locale } from '@phr/contract/locale';
import { usePatient, useSettings } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { usePatientList } from '@phr/module-kit/patient-list';
import { Screen } from '@phr/module-kit/screen';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { formatDate } from '@phr/fhir/dates';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { FactList, type Fact } from '@phr/ui/fact-list';
import { Freshness } from '@phr/ui/freshness';
import { IconImmunization } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { useUi } from '@phr/ui/ui-text';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import en from '../../locales/vaccines.en-US.json' with { type: 'json' };
import vi from '../../locales/vaccines.vi-VN.json' with { type: 'json' };
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { readRecommendations, readVaccination, type Recommendation, type Vaccination } from './vaccination.entity.ts';
import { RECOMMENDATIONS, VACCINATIONS } from './vaccines-due.api.ts';
import { type DoseGroup, dosesIn, type VaccinePlan, vaccinePlan } from './vaccines-due.model.ts';
import { groupTitle, recommendationTitle } from './vaccines-due.words.ts';

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };
const READERS = readerPerLocale(readRecommendations);

/** Due vaccinations: the record's recommendations, then the national schedule minus recorded doses. */
export function VaccinesDueView({ level }: ScreenProps) {
  useScreenTexts(TEXTS);
  const { t } = useTranslation();
  const given = usePatientList({ ...VACCINATIONS, read: readVaccination });
  const advised = usePatientList({ ...RECOMMENDATIONS, read: useReader(READERS) });
  const inside = level + 1;
  return (
    <Screen
      printable
      title={t('screen.vaccines-due')}
      headingLevel={level}
      back={{ screen: 'immunizations' }}
      actions={<AddButton screen="immunizations-create" />}
    >
      <ListStates
        list={advised.state === 'ready' ? { ...given, rows: [given.rows] } : { ...advised, rows: [given.rows] }}
        thing={t('screen.immunizations').toLowerCase()}
        level={inside}
        empty={null}
      >
        {([rows = []]) => (
          <Stack>
            <Plan given={rows} recommendations={advised.rows.flat()} level={inside} />
            {given.updatedAt !== undefined && (
              <Freshness
                at={given.updatedAt}
                failed={given.stale || advised.stale}
                onRetry={() => void given.retry()}
              />
            )}
          </Stack>
        )}
      </ListStates>
    </Screen>
  );
}

interface PlanProps {
  readonly given: readonly Vaccination[];
  readonly recommendations: readonly Recommendation[];
  readonly level: number;
}

function Plan({ given, recommendations, level }: PlanProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const birthDate = usePatient().viewed?.birthDate;
  const now = useDay();
  const signature = scheduleSignature(useSettings().clinicalTexts);
  const plan = vaccinePlan({
    birthDate,
    today: dayOf(now, deviceZone()),
    given,
    recommendations,
    isScheduleShown: signature !== undefined,
  });
  const uncounted = given.filter(({ diseases }) => diseases.length === 0).length;
  const late = dosesIn(plan, ['late']);
  return (
    <>
      {plan.recommended.length > 0 && <Recommended plan={plan} level={level} />}
      {plan.without === undefined ? (
        <>
          {signature?.isDraft === true && (
            <Notice type="warning" title={t('vac.draft', { schedule: SCHEDULE.names[locale] })}>
              {t('vac.replaced')}
            </Notice>
          )}
          <Doses title={t('vac.due')} none={t('vac.noneDue')} doses={dosesIn(plan, ['due', 'late'])} level={level} />
          {late.length > 0 && <p>{t('vac.catchUp')}</p>}
          <Doses title={t('vac.next')} doses={dosesIn(plan, ['next', 'later'])} level={level} />
          <Doses title={t('vac.ask')} doses={dosesIn(plan, ['ask'])} level={level} />
          <Doses title={t('vac.given')} doses={dosesIn(plan, ['given'])} level={level} />
          <p>{t('vac.leftOut', { names: SCHEDULE.leftOut.map((names) => names[locale]).join(', ') })}</p>
        </>
      ) : (
        <EmptyState icon={IconImmunization} title={t('vac.none')} help={t(`vac.no.${plan.without}`)} />
      )}
      {uncounted > 0 && <p>{t('vac.uncounted', { count: uncounted })}</p>}
    </>
  );
}

/** What registers and clinics wrote for this person. */
function Recommended({ plan: { recommended }, level }: { readonly plan: VaccinePlan; readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const facts = recommended.map((one): Fact => {
    const date = one.due === undefined ? undefined : formatDate(one.due);
    const words = [
      one.state === 'notNeeded' ? t(`vac.forecast.${one.forecast}`) : t(`vac.state.${one.state}`),
      date === undefined || one.state === 'notNeeded' ? undefined : t('vac.onDate', { date }),
      one.by === undefined ? undefined : t('vac.by', { name: one.by }),
    ];
    return {
      key: one.id,
      name: recommendationTitle(one, locale),
      content: words.filter((word) => word !== undefined).join(' · '),
    };
  });
  return (
    <Card title={t('vac.recommended')} level={level}>
      <FactList facts={facts} />
    </Card>
  );
}

interface DosesProps {
  readonly title: string;
  /** Text if there are none; without it nothing is shown. */
  readonly none?: string;
  readonly doses: readonly DoseGroup[];
  readonly level: number;
}

function Doses({ title, none, doses, level }: DosesProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  if (doses.length === 0 && none === undefined) return null;
  const facts = doses.map((dose): Fact => {
    const day = dose.given ?? dose.due;
    const date = day === undefined ? undefined : formatDate(day);
    const key = `vac.dose.${dose.state}` as const;
    return {
      key: dose.id,
      name: groupTitle(dose, locale),
      content: date === undefined ? t(`${key}.undated`) : t(key, { date }),
    };
  });
  return (
    <Card title={title} level={level}>
      {facts.length === 0 ? <p>{none}</p> : <FactList facts={facts} />}
    </Card>
  );
}
