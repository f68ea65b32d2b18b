import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import type { Medicine } from './medicine.entity.ts';
import { useAllergens } from './medicines.api.ts';
import { type AllergyWarning, warningsOf } from './warning.model.ts';

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

function Warning({ warning: { substance, isSevere, medicine, fit } }: { readonly warning: AllergyWarning }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const why =
    fit.group === undefined
      ? t('med.allergy.holds', { medicine, substance })
      : t('med.allergy.group', { medicine, group: fit.group[locale] });
  return (
    <Notice type="error" title={t(isSevere ? 'med.allergy.severe' : 'med.allergy', { substance })}>
      {`${why} ${t('med.allergy.ask')}`}
    </Notice>
  );
}
