import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { IconAdd } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';

/** The way from a list to the form that adds to it, named as the form is. */
export function AddButton({
  screen,
}: {
  readonly screen: 'encounter-create' | 'condition-create' | 'immunizations-create';
}) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <LinkButton variant="primary" icon={IconAdd} href={hrefOf(navigation, { screen })}>
      {t(`screen.${screen}`)}
    </LinkButton>
  );
}
