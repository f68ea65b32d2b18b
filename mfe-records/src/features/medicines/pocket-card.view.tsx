import { usePatient } from '@phr/module-kit/host';
import { formatDate } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { useUi } from '@phr/ui/ui-text';
import { usePrinting } from '@phr/ui/use-printing';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../described/described.model.ts';
import { useAllergies } from '../allergies/allergies.api.ts';
import { usePatientResource } from '../form/patient.api.ts';
import type { Medicine } from './medicine.entity.ts';
import { emergencyContact } from './pocket-card.entity.ts';
import css from './pocket-card.module.css';

interface PocketCardProps {
  /** Those in use. */
  readonly medicines: readonly Medicine[];
  readonly level: number;
}

/** Printed emergency card for strangers, to cut out and carry. */
export function PocketCard(props: PocketCardProps) {
  return usePrinting() ? <Card {...props} /> : null;
}

function Card({ medicines, level }: PocketCardProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { viewed } = usePatient();
  const allergies = useAllergies();
  const patient = usePatientResource();
  const isRead = allergies.state === 'ready' && !allergies.hasMore;
  const known = groupsOf(allergies.rows).find(({ name }) => name === 'current')?.rows ?? [];
  const born = viewed?.birthDate === undefined ? undefined : formatDate(viewed.birthDate, locale);
  const contact = patient.data === undefined ? t('med.card.unread') : emergencyContact(patient.data);
  return (
    <section className={css.card} aria-label={t('med.card')}>
      <Heading level={level} look="h3">
        {[viewed?.name, born].filter(Boolean).join(' · ')}
      </Heading>
      <p>{t('screen.allergies')}:</p>
      <ul className={css.list}>
        {isRead && known.length === 0 && <li>{t(allergies.rows.length === 0 ? 'alg.none' : 'alg.noneNow')}</li>}
        {!isRead && <li>{t('med.card.unread')}</li>}
        {known.map(({ id, title, lines }) => (
          <li key={id}>{[title, ...lines.map(({ label, value }) => `${label}: ${value}`)].join('; ')}</li>
        ))}
      </ul>
      <p>{t('med.inUse')}:</p>
      <ul className={css.list}>
        {medicines.map(({ id, title, doses }) => (
          <li key={id}>{[title, ...doses].join('; ')}</li>
        ))}
        {medicines.length === 0 && <li>{t('med.noneInUse')}</li>}
      </ul>
      <p>{`${t('med.card.contact')}: ${contact ?? t('med.card.noContact')}`}</p>
    </section>
  );
}
