import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import type { Medicine } from './medicine.entity.ts';
import { useAllergens } from './medicines.api.ts';
import { type AllergyWarning, isCompared, warningsOf } from './warning.model.ts';

/** Allergy matches of medicines in use: informative, never blocking, and silent without a match. */
export function Warnings({ medicines }: { readonly medicines: readonly Medicine[] }) {
  const { t } = useTranslation();
  const allergies = useAllergens();
  return (
    <>
      {(allergies.state === 'failed' || allergies.moreFailed) && (
        <Notice type="warning">{t('med.allergy.failed')}</Notice>
      )}
      {warningsOf(allergies.rows, medicines).map((warning) => (
        <Warning key={`${warning.allergyId} ${warning.medicineId}`} warning={warning} />
      ))}
    </>
  );
}

/** Letters from which a name is compared while it is typed. */
const SHORTEST = 3;

interface NameWarningsProps {
  /** As it is typed. */
  readonly name: string;
  /** What the form was filled with: its codes count as long as its name stays. */
  readonly from?: Medicine | undefined;
}

/** Compares the medicine being typed with recorded allergies: shows matches, or says that it could not be compared. */
export function NameWarnings({ name, from }: NameWarningsProps) {
  const { t } = useTranslation();
  const allergies = useAllergens();
  const title = name.trim();
  if (title.length < SHORTEST) return null;
  if (allergies.state === 'failed' || allergies.moreFailed)
    return <Notice type="warning">{t('med.allergy.failed')}</Notice>;
  const original =
    from?.title === title
      ? from.original
      : { resourceType: 'MedicationStatement', status: 'active', medicationCodeableConcept: { text: title } };
  const medicine = { id: 'typed', type: 'MedicationStatement', title, standing: 'current', original } as const;
  const found = warningsOf(allergies.rows, [medicine]);
  if (found.length > 0)
    return found.map((warning) => <Warning key={warning.allergyId} warning={warning} announce="alert" />);
  if (allergies.state !== 'ready' || isCompared(allergies.rows, original)) return null;
  return (
    <Notice type="warning" announce="status">
      {t('med.allergy.unchecked', { medicine: title })}
    </Notice>
  );
}

interface WarningProps {
  readonly warning: AllergyWarning;
  readonly announce?: 'alert';
}

function Warning({ warning: { substance, isSevere, medicine, fit }, announce }: WarningProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const why =
    fit.group === undefined
      ? t('med.allergy.holds', { medicine, substance: fit.substance?.[locale] ?? substance })
      : t('med.allergy.group', { medicine, group: fit.group[locale] });
  return (
    <Notice
      type="error"
      title={t(isSevere ? 'med.allergy.severe' : 'med.allergy', { substance })}
      {...(announce !== undefined && { announce })}
    >
      {`${why} ${t('med.allergy.ask')}`}
    </Notice>
  );
}
