import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { deviceZone } from '@phr/time/zone';
import { AccordionSection } from '@phr/ui/accordion-section';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconMedicine } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { List } from '@phr/ui/list';
import { Notice } from '@phr/ui/notice';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { ApartSection } from '../described/apart-section.view.tsx';
import { DescribedRow } from '../described/described-row.view.tsx';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { stockDays } from './day.model.ts';
import { Today } from './today.view.tsx';
import type { Dose } from './dose.entity.ts';
import { inUseOf, isPlanned, type Medicine, withoutSuperseded } from './medicine.entity.ts';
import { useDoses, useMedicines } from './medicines.api.ts';
import { PocketCard } from './pocket-card.view.tsx';
import { useMedicineTexts } from './use-medicine-texts.ts';
import { useMinute } from '@phr/ui/use-now';
import { Warnings } from './warnings.view.tsx';

/** Today's doses, medicines in use, and stopped ones. */
export function MedicinesView({ level }: ScreenProps) {
  useMedicineTexts();
  const { t } = useTranslation();
  const { navigation } = useHost();
  const list = useMedicines();
  const doses = useDoses();
  const inside = level + 1;
  return (
    <Screen
      printable
      title={t('screen.medicines')}
      headingLevel={level}
      back={{ screen: 'record' }}
      actions={
        <>
          <AddButton screen="medicine-create" />
          <LinkButton href={hrefOf(navigation, { screen: 'allergies' })}>{t('screen.allergies')}</LinkButton>
        </>
      }
    >
      <WaitingRows type="MedicationStatement" level={inside} onSent={() => void list.retry()} />
      <ListStates
        list={list}
        thing={t('med.thing')}
        level={inside}
        empty={<EmptyState icon={IconMedicine} title={t('med.none')} help={t('med.none.help')} />}
      >
        {(rows) => {
          const inUse = inUseOf(rows);
          return (
            <>
              <PocketCard medicines={inUse} level={inside} />
              <Warnings medicines={inUse} />
              <Today medicines={inUse} doses={doses} level={inside} />
              <InUse medicines={inUse} isWhole={!list.hasMore} doses={doses.all} level={inside} />
              <Others medicines={withoutSuperseded(rows)} level={inside} />
            </>
          );
        }}
      </ListStates>
      {list.moreFailed && <Notice type="warning">{t('err.load', { thing: t('med.thing') })}</Notice>}
      <ApartSection list={list} level={inside}>
        {(medicine) => <DescribedRow described={medicine} />}
      </ApartSection>
    </Screen>
  );
}

interface InUseProps {
  readonly medicines: readonly Medicine[];
  /** False while more are read: how many there are is not known yet. */
  readonly isWhole: boolean;
  readonly doses: readonly Dose[];
  readonly level: number;
}

function InUse({ medicines, isWhole, doses, level }: InUseProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const title = t('med.inUse');
  return (
    <Card flush title={isWhole ? `${title} (${medicines.length})` : title} level={level}>
      {medicines.length === 0 ? (
        <EmptyState title={t('med.noneInUse')} />
      ) : (
        <List label={title} items={medicines} keyOf={({ id }) => id} frame={false}>
          {(medicine) => <Row medicine={medicine} left={leftWords(medicine, doses, now, t)} />}
        </List>
      )}
    </Card>
  );
}

/** 'about 6 days left', or that the times wait for the person. */
function leftWords(medicine: Medicine, doses: readonly Dose[], now: number, t: TFunction): string | undefined {
  if (medicine.plan !== undefined && medicine.confirmed === undefined) return t('med.unconfirmed');
  const days = isPlanned(medicine) ? stockDays(medicine, doses, now, deviceZone()) : undefined;
  return days === undefined ? undefined : t('med.left', { count: days });
}

function Row({ medicine, left }: { readonly medicine: Medicine; readonly left?: string | undefined }) {
  return (
    <DescribedRow described={medicine} line={left} to={{ screen: 'medicine-details', params: { id: medicine.id } }} />
  );
}

/** Medicines no longer taken. Collapsed, as they are rarely needed. */
function Others({ medicines, level }: { readonly medicines: readonly Medicine[]; readonly level: number }) {
  const { t } = useTranslation();
  const past = medicines.filter(({ standing }) => standing === 'past');
  if (past.length === 0) return null;
  return (
    <AccordionSection flush title={t('med.stopped')} level={level} count={past.length}>
      <List label={t('med.stopped')} items={past} keyOf={({ id }) => id} frame={false}>
        {(medicine) => <Row medicine={medicine} />}
      </List>
    </AccordionSection>
  );
}
