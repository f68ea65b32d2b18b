import { useHost } from '@phr/module-kit/host';
import { hrefOf } from '@phr/module-kit/screens';
import { EmptyState, type EmptyStateProps } from '@phr/ui/empty-state';
import { IconAdd } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';

/** Shown on screens that need a device the person does not have: what is missing, and a link to add one. */
export function NoDevice(props: Pick<EmptyStateProps, 'icon' | 'title' | 'help'>) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <EmptyState
      {...props}
      action={
        <LinkButton variant="primary" icon={IconAdd} href={hrefOf(navigation, { screen: 'add-device' })}>
          {t('device.add')}
        </LinkButton>
      }
    />
  );
}
