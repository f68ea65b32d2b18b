import { buttonClass } from '@phr/ui/button';
import { Icon } from '@phr/ui/icon';
import { IconPlace } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';

/** The way to a facility, in the map of the device or another window. The map learns where to, nothing of who asks or why. */
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
