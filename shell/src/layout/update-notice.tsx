import { useEffect } from 'react';
import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

/**
 * Offers a newer version of the app or of a module in use; never forces it, as a form may be half filled. Checked on
 * each screen change.
 */
export function UpdateNotice() {
  const t = useT();
  const { modules, offer, navigation, pwa } = useShell();
  const offered = useStore(offer);
  const location = useStore(navigation.location);
  useEffect(() => {
    void modules.lookForUpdate();
  }, [modules, offered, location]);
  const isNew = useStore(pwa.update);
  const isNewer = useStore(modules.update);
  if (!isNew && !isNewer) return null;
  return (
    <Notice
      bar
      announce="status"
      action={
        <Button dense onClick={() => navigation.leave(pwa.reload)}>
          {t('module.reload')}
        </Button>
      }
    >
      {t('module.update')}
    </Notice>
  );
}
