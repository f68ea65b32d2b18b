import { hrefOf } from '@phr/module-kit/screens';
import { useHost, useMay } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { IconAdd } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';

interface AddButtonProps {
  readonly screen:
    | 'allergy-create'
    | 'condition-create'
    | 'encounter-create'
    | 'immunizations-create'
    | 'lab-observation-create'
    | 'medicine-create'
    | 'observations-create'
    | 'symptom-create';
  readonly params?: Readonly<Record<string, string>>;
}

/** Link from a list to its form, named like the form; hidden if adding is not allowed. */
export function AddButton({ screen, params }: AddButtonProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const mayAdd = useMay('create');
  const isLinked = useLinked() !== undefined;
  if (!mayAdd || isLinked) return null;
  return (
    <LinkButton variant="primary" icon={IconAdd} href={hrefOf(navigation, { screen, ...(params && { params }) })}>
      {t(`screen.${screen}`)}
    </LinkButton>
  );
}
