import { Dialog } from '@phr/ui/dialog';
import { useT } from '../core/texts.tsx';
import { MainMenu } from './main-menu.tsx';

interface OpenMenuProps {
  readonly isOwnRecord: boolean;
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}

/** Both menu groups over the screen; following a link closes it. */
export function OpenMenu({ isOwnRecord, onClose, onSignOut }: OpenMenuProps) {
  const t = useT();
  return (
    <Dialog open title={t('nav.main')} onClose={onClose}>
      <MainMenu isOwnRecord={isOwnRecord} onSignOut={onSignOut} onFollow={onClose} />
    </Dialog>
  );
}
