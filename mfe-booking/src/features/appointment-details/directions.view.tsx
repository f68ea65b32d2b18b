import { buttonClass } from '@phr/ui/button';
import { Icon } from '@phr/ui/icon';
import { IconPlace } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';

/** Directions to a facility, in the device's map app or a new window. The map learns the destination only. */
export function Directions({ to }: { readonly to: string }) {
  const { t } = useTranslation();
  const address = new URL('https://www.google.com/maps/dir/?api=1');
  address.searchParams.set('destination', to);
  return (
    <a className={buttonClass({})} href={address.href} target="_blank" rel="noopener noreferrer">
      <Icon of={IconPlace} size={20} />
      <span>{t('book.directions')}</span>
    </a>
  );
}
