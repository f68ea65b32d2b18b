import { Correction } from '@phr/module-kit/correction';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { hrefOf, replaceScreen } from '@phr/module-kit/screens';
import { formatDate } from '@phr/fhir/dates';
import { deviceZone } from '@phr/time/zone';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconMedicine } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Actions, Columns, Stack } from '@phr/ui/page';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { WithOriginal } from '../described/with-original.view.tsx';
import { CorrectLink } from '../form/correct-link.view.tsx';
import { ConfirmPlan } from './confirm-plan.view.tsx';
import { stockDays } from './day.model.ts';
import { fitsForm, isPlanned, type Medicine } from './medicine.entity.ts';
import { useDoses, useMedicine } from './medicines.api.ts';
import { MistakeButton } from './mistake-button.view.tsx';
import { StopForm } from './stop-form.view.tsx';
import { loadStored, type StoredMedicine } from './stored-medicine.api.ts';
import { useMedicineTexts } from './use-medicine-texts.ts';
import { useMinute } from '@phr/ui/use-now';
import { Warnings } from './warnings.view.tsx';

/** One medicine: doses verbatim, confirmation of times, correcting and stopping (`?stop=1`). */
export function MedicineDetailsView({ level }: ScreenProps) {
  useMedicineTexts();
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const found = useMedicine(id);
  if (search.has('stop')) return <Stopping id={id} level={level} />;
  return (
    <DetailScreen
      printable
      title={t('screen.medicine-details')}
      headingOf={(medicine) => medicine.title}
      thing={t('med.one')}
      level={level}
      back={{ screen: 'medicines' }}
      found={found}
      missing={<EmptyState icon={IconMedicine} title={t('med.notFound')} help={t('fix.notFound.help')} />}
    >
      {(one) => <Details medicine={one} level={level + 1} onChanged={() => void found.retry()} />}
    </DetailScreen>
  );
}

/** The form that stops a medicine in use, with freshly loaded data. */
function Stopping({ id, level }: ScreenProps & { readonly id: string }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  return (
    <Correction<StoredMedicine>
      type="MedicationStatement"
      id={id}
      load={(request, patientId, one) => loadStored(request, patientId, one, locale)}
      refusal={({ medicine }) => (medicine.standing === 'current' ? undefined : t('med.stop.over'))}
      title={t('med.stop')}
      level={level}
      back={{ screen: 'medicine-details', params: { id } }}
      thing={t('med.one')}
      missing={<EmptyState icon={IconMedicine} title={t('med.notFound')} help={t('fix.notFound.help')} />}
    >
      {({ stored, reload }) => <StopForm medicine={stored.medicine} reload={reload} level={level} />}
    </Correction>
  );
}

interface DetailsProps {
  readonly medicine: Medicine;
  readonly level: number;
  readonly onChanged: () => void;
}

function Details({ medicine, level, onChanged }: DetailsProps) {
  const { t } = useTranslation();
  const doses = useDoses();
  const now = useMinute();
  const mayChange = useMay('update');
  const isLinked = useLinked() !== undefined;
  const { status, when, lines, confirmed, stock } = medicine;
  const isInUse = medicine.standing === 'current';
  const days = isPlanned(medicine) ? stockDays(medicine, doses.all, now, deviceZone()) : undefined;
  const asksForOriginal = medicine.unshown.length > 0 || medicine.isConditional;
  return (
    <Stack>
      {isInUse && <Warnings medicines={[medicine]} />}
      {isInUse && mayChange && !isLinked && <ConfirmPlan medicine={medicine} onDone={onChanged} />}
      <Columns
        main={
          <Card title={t('screen.medicine-details')} level={level}>
            <Facts
              facts={[
                [t('med.status'), status],
                [t('med.period'), when],
                ...lines.map(({ label, value }) => [label, value] as const),
                [t('med.confirmed'), confirmed === undefined ? undefined : formatDate(confirmed)],
                [
                  t('med.stock'),
                  stock === undefined
                    ? undefined
                    : t('med.stock.counted', { n: stock.count, date: formatDate(stock.at) ?? '' }),
                ],
                [t('med.stock.left'), days === undefined ? undefined : t('med.left', { count: days })],
              ]}
            />
            {asksForOriginal && <WithOriginal described={medicine} />}
          </Card>
        }
        side={mayChange && !isLinked && medicine.standing !== 'apart' && <Ways medicine={medicine} />}
      />
    </Stack>
  );
}

/**
 * Actions on a medicine. Own entries can be deleted if they were never true; current ones can be corrected and stopped.
 * Other people's entries can be copied into an own one.
 */
function Ways({ medicine: { id, title, isOwn, standing, version } }: { readonly medicine: Medicine }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const patientId = usePatient().viewed?.id;
  const isInUse = standing === 'current';
  return (
    <Actions>
      {isInUse && isOwn && fitsForm(version.resource) && (
        <CorrectLink to={{ screen: 'medicine-create', params: { id } }} name={title} />
      )}
      {isInUse && !isOwn && (
        <LinkButton href={hrefOf(navigation, { screen: 'medicine-create', params: { statement: id } })}>
          {t('med.takeOver')}
        </LinkButton>
      )}
      {isInUse && (
        <LinkButton href={hrefOf(navigation, { screen: 'medicine-details', params: { id, stop: '1' } })}>
          {t('med.stop')}
        </LinkButton>
      )}
      {isOwn && patientId !== undefined && (
        <MistakeButton
          of="medicine"
          version={version}
          name={title}
          patientId={patientId}
          onDone={() => replaceScreen(navigation, { screen: 'medicines' })}
        />
      )}
    </Actions>
  );
}
